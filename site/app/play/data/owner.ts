// Who keeps the data of a document: one tab at a time, by a Web Lock. Other tabs work on a copy until they take over.
export class Owner {
  private release: (() => void) | null = null;
  private id: string | null = null;
  private asking = false;

  /** lost is called when another tab takes over. */
  constructor(private readonly lost: () => void) {}

  /** Says whether another tab keeps the data; while that is not known it is not said. */
  get copy(): boolean {
    return this.id !== null && !this.asking && !this.owns;
  }

  /** Says whether this tab keeps the data. Without locks every tab does. */
  get owns(): boolean {
    return this.release !== null;
  }

  /** Tries to become the one who keeps the data of a document; with force from another tab, too. */
  async take(id: string, force = false): Promise<boolean> {
    if (this.id === id && this.owns) return true;
    this.free();
    this.id = id;
    this.asking = true;
    const owned = await this.request(id, force);
    this.asking = false;
    if (this.id !== id) this.free(); // the reader has turned to another document meanwhile
    return owned;
  }

  free(): void {
    this.id = null;
    this.release?.();
    this.release = null;
  }

  private request(id: string, force: boolean): Promise<boolean> {
    if (!globalThis.navigator?.locks) {
      this.release = () => undefined;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const options: LockOptions = force ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(`rowkey/data/${id}`, options, (lock) => {
        resolve(lock !== null);
        if (!lock) return undefined;
        const held = Promise.withResolvers<void>();
        this.release = held.resolve;
        return held.promise;
      })
      .catch(() => this.stolen(id, resolve));
    return promise;
  }

  /** Another tab has taken over, or the browser lends no locks to this page. */
  private stolen(id: string, resolve: (owned: boolean) => void): void {
    const had = this.release !== null && this.id === id;
    if (!had && this.id === id) this.release = () => undefined; // no locks here: as it was without them
    resolve(true);
    if (!had) return;
    this.release = null;
    this.lost();
  }
}
