/** Inline elements. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data em i kbd mark q s small span strong sub sup time u'.split(' '),
);

/** Whether an element is inline by itself. */
export function isInline(element: Element): boolean {
  return INLINE.has(element.localName);
}
