// Registers the worker that keeps the site for a reader without a network, and says when a new version waits.
import { root } from "../engine/page-data.ts";
import { t } from "../ui/i18n.ts";
import { type Notice, notice } from "./notice.ts";

/** Starts it once. A browser that has none, or may not keep anything, goes on as before. */
export async function keepForOffline(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!("serviceWorker" in navigator) || connection?.saveData) return;
  const registered = await navigator.serviceWorker
    .register(new URL("sw.js", root), { scope: root.pathname })
    .catch(() => null);
  if (!registered) return;
  watch(registered);
  const { active } = await navigator.serviceWorker.ready;
  const steps = [...document.querySelectorAll<HTMLAnchorElement>(".steps a:not([aria-current])")];
  active?.postMessage({ visited: location.href, ahead: steps.map((a) => a.href) }); // this page came before the worker
}

function watch(registered: ServiceWorkerRegistration): void {
  const tell = () => registered.waiting && registered.active && sayNew(registered);
  tell();
  registered.addEventListener("updatefound", () => {
    registered.installing?.addEventListener("statechange", tell);
  });
}

let said = false;

function sayNew(registered: ServiceWorkerRegistration): void {
  if (said) return;
  said = true;
  const text: Notice = {
    text: t("offline.new"),
    action: { word: t("offline.reload"), press: () => takeNew(registered) },
  };
  notice(text);
}

/** The new version takes over when the reader says so, and the page begins again with it. */
function takeNew({ waiting }: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  if (waiting) waiting.postMessage({ take: true });
  else location.reload();
}
