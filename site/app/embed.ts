// The loader for pages of others: <table-play> around a script in <pre>. It becomes a frame of the playground when it
// comes near the window; without JavaScript it stays the script. It reads nothing of the page but this element, and
// sets no cookie. The frame is in a shadow tree, so that a framework that takes over the page from its server (React,
// Vue) finds the element as the server wrote it.
const home = new URL("./", (document.currentScript as HTMLScriptElement | null)?.src || location.href);

class TablePlay extends HTMLElement {
  private watcher: IntersectionObserver | null = null;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    this.style.display ||= "block";
    this.watcher = new IntersectionObserver((list) => list.some((e) => e.isIntersecting) && void this.load(), {
      rootMargin: "400px",
    });
    this.watcher.observe(this);
  }

  disconnectedCallback(): void {
    this.watcher?.disconnect();
  }

  /** Puts the frame in the place of the script. */
  async load(): Promise<void> {
    this.watcher?.disconnect();
    const hash = this.getAttribute("link") ?? (await this.pack());
    if (!hash || !/^#v\d+=[\w-]+$/.test(hash) || this.shadowRoot) return;
    const frame = document.createElement("iframe");
    const view = this.getAttribute("view");
    frame.src = new URL(`play/?embed${view ? `&view=${encodeURIComponent(view)}` : ""}${hash}`, home).href;
    frame.title = this.title || "Rowkey";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
    frame.referrerPolicy = "no-referrer";
    Object.assign(frame.style, { width: "100%", height: this.getAttribute("height") || "30rem", border: "0" });
    this.attachShadow({ mode: "open" }).append(frame);
  }

  /** A link of the script that stands inside. */
  private async pack(): Promise<string> {
    const text = this.querySelector("pre")?.textContent?.trim();
    if (!text) return "";
    const bytes = new TextEncoder().encode(JSON.stringify({ scripts: [{ name: this.title, text }] }));
    const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    let binary = "";
    for (const b of new Uint8Array(await new Response(packed).arrayBuffer())) binary += String.fromCharCode(b);
    return `#v1=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  }
}

if (!customElements.get("table-play")) customElements.define("table-play", TablePlay);
