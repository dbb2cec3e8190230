import type { Page } from '@playwright/test';

const SHAPES =
  'button, textarea, .cz-input, .cz-check-box, .cz-option-face, .cz-upload-add, progress, dialog .cz-modal-panel';

/** Names of visible controls without a line at their lower edge that has a contrast of 3 to 1. */
export async function findShapeless(page: Page): Promise<string[]> {
  const picture = (await page.screenshot()).toString('base64');
  return await page.evaluate(
    async ([base64 = '', shapes = '']) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const light = (x: number, y: number): number => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
        const linear = (part: number) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      };
      const contrast = (one: number, other: number) =>
        (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const hasLine = ({ left, right, bottom }: DOMRect): boolean =>
        [0.35, 0.45, 0.5, 0.55, 0.65].every((share) => {
          const x = Math.round(left + share * (right - left));
          const outside = light(x, Math.min(Math.round(bottom) + 3, image.height - 1));
          // A dashed line has gaps of 3 px.
          return [-3, 0, 3].some((across) =>
            [-5, -4, -3, -2, -1, 0].some(
              (from) => contrast(light(x + across, Math.round(bottom) + from), outside) >= 3,
            ),
          );
        });
      const top = document.querySelector('dialog[open]') ?? document;
      return [...top.querySelectorAll<HTMLElement>(shapes)]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const isSeen = box.width > 8 && box.height > 8 && box.bottom < image.height - 4;
          return isSeen && getComputedStyle(element).visibility === 'visible' && !hasLine(box);
        })
        .map((element) => `${element.className}: ${(element.ariaLabel ?? element.textContent).slice(0, 40)}`);
    },
    [picture, SHAPES],
  );
}
