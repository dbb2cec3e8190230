import type { Page } from '@playwright/test';

interface Stop {
  /** In document order; -1: outside the page. */
  readonly index: number;
  readonly name: string;
  readonly isSeen: boolean;
  readonly isCovered: boolean;
}

/** Marks the expected tab stops in document order, and counts them. A radio group is one tab stop. */
async function markStops(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const groups = new Set<string>();
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
      ),
    ].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled')) return false;
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const isFirst = !groups.has(element.name);
      groups.add(element.name);
      return isFirst;
    });
    for (const [index, element] of stops.entries()) element.dataset['stop'] = String(index);
    return stops.length;
  });
}

async function readStop(page: Page): Promise<Stop> {
  return await page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { index: -1, name: '', isSeen: true, isCovered: false };
    const group =
      focused instanceof HTMLInputElement && focused.type === 'radio'
        ? document.querySelector<HTMLElement>(
            `input[type=radio][name="${CSS.escape(focused.name)}"][data-stop]`,
          )
        : focused;
    // The visible part of a control may be beside it or around it.
    const drawn = [focused, focused.nextElementSibling, focused.parentElement];
    // No rule of a style sheet applies to a frame that has the focus: its page shows where it is.
    const isSeen =
      focused instanceof HTMLIFrameElement ||
      drawn.some((element) => {
        if (element === null) return false;
        const { outlineStyle, outlineWidth } = window.getComputedStyle(element);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      });
    const bar = document.querySelector('.cz-bar');
    const box = focused.getBoundingClientRect();
    const edge = bar?.getBoundingClientRect().top ?? window.innerHeight;
    const isCovered =
      bar?.contains(focused) !== true && box.height < edge / 2 && (box.bottom > edge + 1 || box.top < 0);
    return {
      index: Number(group?.dataset['stop'] ?? -2),
      name: focused.outerHTML.slice(0, 100),
      isSeen,
      isCovered,
    };
  });
}

/** Keyboard faults: Tab must reach every control once, in document order, visibly. */
export async function findKeyboardFaults(page: Page): Promise<string[]> {
  const faults = await walk(page);
  const popup = page.locator('dialog[open]');
  if (faults.length === 0 || (await popup.count()) === 0) return faults;
  // An overlay that opened by itself took the focus: close it and start again.
  await page.keyboard.press('Escape');
  await popup.first().waitFor({ state: 'detached' });
  return await walk(page);
}

async function walk(page: Page): Promise<string[]> {
  const count = await markStops(page);
  const faults: string[] = [];
  const seen: number[] = [];
  for (let press = 0; press < count + 2 && seen.length < count; press += 1) {
    await page.keyboard.press('Tab');
    const { index, name, isSeen, isCovered } = await readStop(page);
    if (index === -1) continue;
    if (index === -2) faults.push(`Tab comes to ${name}`);
    seen.push(index);
    if (!isSeen) faults.push(`no ring around ${name}`);
    if (isCovered) faults.push(`the bar covers ${name}`);
  }
  // The walk may begin in the middle, where the page has set the focus.
  const [first = 0] = seen;
  const due = Array.from({ length: count }, (_, place) => (first + place) % count);
  if (seen.join() !== due.join()) faults.push(`Tab goes ${seen.join()} of ${count}`);
  return faults;
}

/** The content in screen-reader order, without values that differ between visits. */
export async function readAloud(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return `${snapshot
    .replaceAll(/[\w-]+-[0-9a-f]{8}\b/g, 'ID')
    .replaceAll(/((Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?[A-Z][a-z]{2} \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2}/g, 'DATE')
    .replaceAll(/\d{1,2}:\d{2}(:\d{2})?( [AP]M)?/g, 'TIME')}\n`;
}
