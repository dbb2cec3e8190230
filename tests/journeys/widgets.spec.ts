import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { findShapeless } from './forced-colours.ts';
import { findKeyboardFaults } from './keyboard.ts';
import { findSmallTargets } from './layout.ts';
import { findLayoutFaults, PHONE } from './sweep.ts';
import { expect, test } from './visit.ts';
import { serveWidgets, WIDGETS_PATH } from './widgets-page/build.ts';
import type { WidgetsPage } from './widgets-page/main.ts';

/*
 * What `sweep.spec.ts` checks of the screens, for each example of each widget in the reference: a new widget has examples
 * before a screen has it. In both themes, with forced colours, reduced motion, long texts, narrow, and with large text.
 */

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/widgets');

test.describe.configure({ mode: 'parallel' });

async function show(page: Page, type: string, file: string, isLong: boolean): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate(
    ([name, example, long]) => {
      document.documentElement.style.removeProperty('font-size');
      return (window as unknown as { widgetsPage: WidgetsPage }).widgetsPage.show(name, example, long);
    },
    [type, file, isLong] as const,
  );
}

/** Names of animations that run although motion is reduced. */
async function findMotion(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
  );
}

for (const type of readdirSync(FIXTURES)) {
  test(`${type} as in the reference: no serious finding, nothing cut, visible in every theme`, async ({
    page,
    context,
    violations,
  }) => {
    await serveWidgets(context);
    // The page of another host, in a frame.
    await context.route('https://allowed.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Rules</p>' }),
    );
    await page.addInitScript(AXE);
    await page.goto(WIDGETS_PATH);
    await page.waitForFunction(() => 'widgetsPage' in window);
    const found: string[] = [];
    for (const file of readdirSync(`${FIXTURES}/${type}`).filter((name) => name.startsWith('valid-'))) {
      const note = (what: string, faults: readonly string[]) =>
        found.push(...faults.map((fault) => `${file}, ${what}: ${fault}`));
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await show(page, type, file, false);
        note(theme, await findSerious(page));
      }
      note('touch', await findSmallTargets(page));
      note('motion', await findMotion(page));
      note('keys', await findKeyboardFaults(page));
      await page.emulateMedia({ forcedColors: 'active' });
      await show(page, type, file, false);
      note('forced colours', await findShapeless(page));
      await page.emulateMedia({ forcedColors: 'none' });
      await show(page, type, file, true);
      note('long', await findLayoutFaults(page));
    }
    expect(found).toEqual([]);
    expect(violations).toEqual([]);
  });
}
