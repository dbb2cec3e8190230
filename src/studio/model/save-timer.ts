/** Debounce before a save. Together with the request it stays below one second, the most that a crash may lose. */
const PAUSE_MS = 300;
/** Maximum delay of a save while the person types without a pause. */
const LONGEST_MS = 700;

/** Plans the next save. */
export class SaveTimer {
  readonly #save: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first edit since the last save; 0 if there is none. */
  #first = 0;

  constructor(save: () => void) {
    this.#save = save;
  }

  get isPlanned(): boolean {
    return this.#timer !== undefined;
  }

  /** Plans a save after an edit. */
  edited(): void {
    const now = Date.now();
    if (this.#first === 0) this.#first = now;
    this.plan(Math.max(0, Math.min(PAUSE_MS, this.#first + LONGEST_MS - now)));
  }

  plan(ms = PAUSE_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.fire(), ms);
  }

  fire(): void {
    this.stop();
    this.#first = 0;
    this.#save();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
