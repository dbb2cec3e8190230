import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** For `addInitScript` of a context whose pages are judged. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe calls serious or critical, with what it is about. */
export function findSerious(page: Page): Promise<string[]> {
  return find(page, ['serious', 'critical']);
}

/** Whatever axe objects to, targets of less than 24 px too. */
export function findAny(page: Page): Promise<string[]> {
  return find(page, ['minor', 'moderate', 'serious', 'critical']);
}

async function find(page: Page, impacts: readonly string[]): Promise<string[]> {
  return await page.evaluate(
    async ([tags, told]) => {
      const { axe } = window as unknown as typeof import('axe-core') & { axe: typeof import('axe-core') };
      // Somebody else's page in a frame is not ours to judge.
      const { passes, violations } = await axe.run(document, {
        runOnly: tags,
        resultTypes: ['violations'],
        // Who reads this wants the element, and not the way to it.
        selectors: false,
        // Ours asks for 44 px, and not where the bar lies over what one can scroll to.
        rules: { 'target-size': { enabled: told.includes('minor') } },
        iframes: false,
      });
      const serious = violations
        .filter(({ impact }) => told.includes(String(impact)))
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      // An analysis that could not run finds nothing either.
      return passes.length > 5 ? serious : [...serious, 'axe has not looked'];
    },
    [TAGS, impacts] as const,
  );
}
