/** Where the menu of a node opens, in CSS pixels of the studio's viewport. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
}

/** A context menu event of a key has no pointer: the menu opens at the bottom of the element. */
export function menuPlaceOf(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: Element;
}): MenuPlace {
  const { clientX, clientY, currentTarget } = event;
  if (clientX > 0 || clientY > 0) return { left: clientX, top: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { left, top: bottom };
}
