/** Pictures that can be looked at one after another, and which of them was tapped. */
export interface Series {
  readonly pictures: readonly { readonly src: string; readonly alt: string }[];
  readonly first: number;
}

/**
 * The series of a zoomable picture: every one that is drawn on the same surface, a screen or an
 * overlay, in the order of reading. What a closed accordion hides is not drawn.
 */
export function readSeries(tapped: HTMLElement): Series {
  const surface = tapped.closest('dialog, main') ?? tapped.ownerDocument.body;
  const buttons = [...surface.querySelectorAll<HTMLElement>('.cz-image-zoom')].filter(
    (button) => button.closest('[hidden]') === null,
  );
  return {
    pictures: buttons.map((button) => {
      const picture = button.querySelector('img');
      return { src: picture?.src ?? '', alt: picture?.alt ?? '' };
    }),
    first: buttons.indexOf(tapped),
  };
}
