import type { Page } from '@playwright/test';

/** Cut content: horizontal scrolling of the page, and each amount, code and button that does not fit. */
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

/**
 * Finds texts in the front layer that cannot be read completely (beyond the edge, cut by a parent, or
 * covered), horizontal scrolling of the page, and cards that mix values beside and below their labels.
 * Intended cuts (clamped lines, an ellipsis) and scrollable content do not count.
 */
export async function findMisfits(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    interface Line {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
      readonly text: string;
      readonly node: Node;
      readonly layer: Element | null;
    }
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const known = styles.get(element);
      if (known !== undefined) return known;
      const style = window.getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const lines: Line[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      const text = node.nodeValue?.trim().slice(0, 40) ?? '';
      if (text === '' || parent === null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const clips: { readonly box: DOMRect; readonly x: boolean; readonly y: boolean }[] = [];
      const ports: DOMRect[] = [];
      let layer: Element | null = null;
      let isHidden = false;
      let isMeant = false;
      let isFreeX = false;
      let isFreeY = false;
      for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
        const style = styleOf(at);
        const box = at.getBoundingClientRect();
        if (style.display !== 'inline' && (box.width <= 1 || box.height <= 1)) isHidden = true;
        if (style.clipPath !== 'none' || style.textOverflow === 'ellipsis') isMeant = true;
        if (style.getPropertyValue('-webkit-line-clamp') !== 'none') isMeant = true;
        if (/auto|scroll/.test(style.overflowX)) isFreeX = true;
        if (/auto|scroll/.test(style.overflowY)) isFreeY = true;
        if (isFreeX || isFreeY) ports.push(box);
        if (/hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY))
          clips.push({
            box,
            x: !isFreeX && /hidden|clip/.test(style.overflowX),
            y: !isFreeY && /hidden|clip/.test(style.overflowY),
          });
        if (/fixed|sticky/.test(style.position) || at.matches('dialog')) {
          layer = at;
          break;
        }
      }
      if (isHidden || isMeant) continue;
      for (const { left, right, top: above, bottom } of rects) {
        const lost = clips.some(
          ({ box, x, y }) =>
            (x && (left < box.left - 1 || right > box.right + 1)) ||
            (y && (above < box.top - 2 || bottom > box.bottom + 2)),
        );
        if (lost) found.push(`cut: ${text}`);
        if (!isFreeX && (left < -1 || right > window.innerWidth + 1)) found.push(`beyond the edge: ${text}`);
        // Scrolled out of view, it covers nothing.
        if (
          ports.some(
            (port) => bottom > port.bottom || above < port.top || left < port.left || right > port.right,
          )
        )
          continue;
        // Letters are smaller than their line box.
        const air = (bottom - above) / 5;
        lines.push({ left, right, top: above + air, bottom: bottom - air, text, node, layer });
      }
    }
    for (const [index, a] of lines.entries()) {
      for (const b of lines.slice(index + 1)) {
        if (a.node === b.node || a.layer !== b.layer) continue;
        const isOver =
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
        if (isOver) found.push(`over each other: ${a.text} | ${b.text}`);
      }
    }
    // A day or a time is in the control of the browser, which cuts it. Its copy has all the width that it needs.
    for (const input of document.querySelectorAll<HTMLInputElement>(
      'input[type=time], input[type=datetime-local]',
    )) {
      const copy = input.cloneNode() as HTMLInputElement;
      copy.value = input.value;
      copy.style.cssText = 'position: absolute; width: max-content; visibility: hidden';
      input.before(copy);
      if (copy.offsetWidth > input.offsetWidth && copy.offsetHeight >= input.offsetHeight)
        found.push(`cut: ${input.type} ${input.value}`);
      copy.remove();
    }
    for (const list of document.querySelectorAll('.cz-rows-list')) {
      const [first, ...others] = [...list.querySelectorAll('.cz-row-pair')].map((pair) => {
        const [label, value] = [...pair.children].map((child) => child.getBoundingClientRect());
        return label !== undefined && value !== undefined && value.top >= label.bottom - 1;
      });
      if (others.some((isBelow) => isBelow !== first))
        found.push(`some values beside and some under their labels: ${list.textContent.slice(0, 80)}`);
    }
    return [...new Set(found)];
  });
}

/** Minimum size of a touch target in px; the screens use 48. */
const FLOOR = 44;

/** Touch targets in the front layer that are smaller. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((floor) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...top.querySelectorAll('button, a[href], input, select, textarea, summary')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < floor || box.height < floor))
      .map(
        ({ element, box }) =>
          `small: ${element.outerHTML.slice(0, 80)} ${Math.round(box.width)}x${Math.round(box.height)}`,
      );
  }, FLOOR);
}
