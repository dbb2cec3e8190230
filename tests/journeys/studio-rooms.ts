import { expect, type Page, test } from '@playwright/test';

/** Each view, with the actions that open and close it. */
const VIEWS: readonly (readonly [what: string, open: (page: Page) => Promise<void>, close?: string])[] = [
  ['preview', (page) => page.getByRole('link', { name: 'Preview', exact: true }).click()],
  [
    'as a borrower, and what the screen called',
    async (page) => {
      await page.getByRole('button', { name: 'As a borrower', exact: true }).click();
      await page.locator('.st-calls summary').first().click();
    },
  ],
  [
    'data',
    async (page) => {
      await page.getByRole('button', { name: 'Back to the studio', exact: true }).click();
      await page.getByRole('button', { name: 'Data', exact: true }).click();
    },
  ],
  [
    'network log',
    async (page) => {
      await page.getByRole('button', { name: /^Network log/ }).click();
      await page.locator('.st-calls summary').first().click();
    },
  ],
  ['problems', (page) => page.getByRole('button', { name: /^Problems/ }).click()],
  ['look', (page) => page.getByRole('button', { name: 'Display', exact: true }).click()],
  ['words', (page) => page.getByRole('tab', { name: 'Documents' }).click()],
  ['search', (page) => page.keyboard.press('Control+Shift+f')],
  ['screens', (page) => page.getByRole('tab', { name: 'Screens' }).click()],
  ['go to', (page) => page.keyboard.press('Control+k'), 'Escape'],
  ['keys', (page) => page.locator('body').press('?'), 'Escape'],
  ['add', (page) => page.getByRole('button', { name: 'Add…' }).click(), 'Escape'],
  ['on a phone', (page) => page.getByRole('button', { name: 'On a phone' }).click(), 'Escape'],
  ['texts', (page) => page.getByRole('link', { name: 'Texts', exact: true }).click()],
  ['pictures', (page) => page.getByRole('link', { name: 'Pictures', exact: true }).click()],
  ['map', (page) => page.getByRole('link', { name: 'Map', exact: true }).click()],
  ['states', (page) => page.getByRole('link', { name: 'All states', exact: true }).click()],
  ['review', (page) => page.getByRole('link', { name: /^Review/ }).click()],
  ['releases', (page) => page.getByRole('link', { name: 'Releases', exact: true }).click()],
];

/** Visits every view of an open studio, each as a step of the test. */
export async function goThroughViews(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  for (const [what, open, close] of VIEWS) {
    await test.step(what, async () => {
      await open(page);
      await expect(page.getByRole('dialog')).toHaveCount(close === undefined ? 0 : 1);
      await expect(page.getByText(/Reading the releases|Loading the/)).toHaveCount(0);
      await look(what);
      if (close !== undefined) await page.keyboard.press(close);
      if (close !== undefined) await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
}
