import type { Origin } from './runner.ts';

export interface OverlayPort {
  /** Origin of the list that opened the overlay in which this list started; undefined outside overlays. */
  openerOf(origin: Origin): Origin | undefined;
  /**
   * Fetches the code of an overlay's form and widgets. @returns undefined if nothing is missing, or if the overlay
   * will not open.
   */
  prepare(id: string, origin: Origin): Promise<void> | undefined;
  /** Shows an overlay. Resolves when it is closed, or at once if its condition is false; rejects with `dismissed`. */
  open(id: string, origin: Origin): Promise<void> | undefined;
  close(origin: Origin): void;
  dismiss(origin: Origin): void;
  /** Called by the mask, Escape and Back. @returns whether an overlay was open, dismissible or not. */
  dismissTop(): boolean;
  /** Open overlays and the lists that wait for them, to be stored with the visit; null if there are none. */
  save(): unknown;
  /** Opens the stored overlays as soon as the screen's data is there. */
  restore(): void;
  /** After a reload: a promise for the end of the overlay that this run opened; undefined if there is none. */
  rejoin(run: string): Promise<void> | undefined;
  /** The run was cancelled and its list starts again. Its overlay closes unless the list opens it again at once. */
  abandon(run: string): void;
  /** A list of this overlay ended: the nodes are disposed if the overlay is closed. */
  listEnded(key: string): void;
  /** The restarted list reached its first asynchronous action: closes the overlays that it did not open again. */
  dropAbandoned(list: string): void;
}
