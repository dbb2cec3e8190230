import type { Page } from '@playwright/test';

/** What is cut now: the page where it scrolls sideways, and each amount, code and button that does not fit. */
export async function findCut(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
    const parts = [...document.querySelectorAll('.cz-amount-figure, .cz-code-value, .cz-button')];
    return [
      ...wide,
      ...parts
        .filter(
          (part) =>
            part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > window.innerWidth,
        )
        .map((part) => part.outerHTML.slice(0, 120)),
    ];
  });
}

/** Text of the page at a multiple of its size, as a reader's device may set it; for every page opened later. */
export async function scaleText(page: Page, by: number): Promise<void> {
  await page.addInitScript((factor) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${16 * factor}px`;
    });
  }, by);
}
