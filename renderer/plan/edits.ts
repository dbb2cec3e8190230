/** Of a form for editing, for its widget. A new object for each announcement. */
export interface EditsView {
  /** Words for screen readers; empty if there is nothing to say. */
  readonly said: string;
  /**
   * The focus moved.
   * @param isLeft - Whether it was in the element of this node and is not any more.
   */
  leave(isLeft: (instance: string) => boolean): void;
}
