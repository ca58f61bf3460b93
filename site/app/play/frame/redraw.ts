// The bars while somebody types: a key costs no drawing, unless the text becomes empty or stops being so.

const PAUSE = 150; // ms without a key

export class Redraw {
  private readonly draw: () => void;
  private timer = 0;
  private blank: boolean | null = null;

  constructor(draw: () => void) {
    this.draw = draw;
  }

  /** The text has changed. */
  follow(text: string): void {
    clearTimeout(this.timer);
    const blank = !/\S/.test(text);
    if (blank !== this.blank) this.draw();
    else this.timer = window.setTimeout(this.draw, PAUSE);
    this.blank = blank;
  }
}
