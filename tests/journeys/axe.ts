import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** For `addInitScript` of a context whose pages are tested. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Serious and critical findings of axe, with their elements. */
export function findSerious(page: Page): Promise<string[]> {
  return find(page, ['serious', 'critical']);
}

/** All findings of axe, also targets of less than 24 px. */
export function findAny(page: Page): Promise<string[]> {
  return find(page, ['minor', 'moderate', 'serious', 'critical']);
}

async function find(page: Page, impacts: readonly string[]): Promise<string[]> {
  return await page.evaluate(
    async ([tags, told]) => {
      const { axe } = window as unknown as typeof import('axe-core') & { axe: typeof import('axe-core') };
      // Focus guards of Base UI are empty, and pass a focus on to the menu or away from it at once.
      const tested = { include: document, exclude: ['[data-base-ui-focus-guard]'] };
      // A third-party page in a frame is not tested.
      const { passes, violations } = await axe.run(tested, {
        runOnly: tags,
        resultTypes: ['violations'],
        // Not the style sheets: no rule of these tags reads them, and the page's policy refuses the copies.
        preload: { assets: ['media'] },
        // The report needs the element, without its selector.
        selectors: false,
        // Our own test requires 44 px; axe would also report controls below the bar, which can be scrolled out.
        rules: { 'target-size': { enabled: told.includes('minor') } },
        iframes: false,
      });
      const serious = violations
        .filter(({ impact }) => told.includes(String(impact)))
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      // An analysis that could not run also has no findings, so report it.
      return passes.length > 5 ? serious : [...serious, 'axe has not looked'];
    },
    [TAGS, impacts] as const,
  );
}
