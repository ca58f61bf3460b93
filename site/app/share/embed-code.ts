// A link in the words of a page: Markdown, an iframe, or the element <table-play>. Pure.

export type Embedding = "link" | "markdown" | "http" | "iframe" | "element";

export interface Embedded {
  url: string; // of the playground with what it carries
  title: string;
  text: string; // the script, without secrets
}

export function embeddingOf(kind: Embedding, e: Embedded): string {
  switch (kind) {
    case "link":
      return e.url;
    case "http":
      return e.text.endsWith("\n") ? e.text : `${e.text}\n`;
    case "markdown":
      return markdown(e);
    case "iframe":
      return (
        `<iframe src="${attribute(framed(e.url))}" title="${attribute(e.title)}" width="100%" height="480" ` +
        'loading="lazy"></iframe>\n'
      );
    case "element":
      return element(e);
  }
}

function markdown({ url, title, text }: Embedded): string {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const name = title.replaceAll(/[\\`*_[\]<>&!|]/g, "\\$&").replaceAll(/\s+/g, " ");
  return `${fence}http\n${text.trimEnd()}\n${fence}\n\n[${name}](<${url}>)\n`;
}

function element({ url, title, text }: Embedded): string {
  const loader = new URL("../embed.js", url.split(/[?#]/)[0]).href;
  const { hash } = new URL(url);
  return `<script async src="${attribute(loader)}"></script>
<table-play title="${attribute(title)}" link="${attribute(hash)}">
<pre><code>${content(text.trimEnd())}</code></pre>
</table-play>
`;
}

/** The address of the same in a small frame. */
export function framed(url: string): string {
  const address = new URL(url);
  address.searchParams.set("embed", "");
  return address.href;
}

const content = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const attribute = (text: string): string =>
  content(text)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\n\r]/g, " ");
