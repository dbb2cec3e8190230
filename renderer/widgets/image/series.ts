/** A series of images and the index of the tapped one. */
export interface Series {
  readonly pictures: readonly { readonly src: string; readonly alt: string }[];
  readonly first: number;
}

/**
 * The series of a zoomable image: all visible ones on the same surface (screen or overlay), in document order. Images
 * in a closed accordion are not visible.
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
