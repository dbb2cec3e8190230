import type { Page } from '@playwright/test';
import {
  WAY,
  COMMIT,
  CONFIRM,
  AMOUNT,
  pay,
  dialog,
  resend,
  code,
  members,
  paid,
  choose,
  toCode,
  enter,
} from './pay-way.ts';
import { expect, holdClock, runUntilSeen, test, type Visit } from './visit.ts';

test.describe('the countdown', () => {
  test('4.18 9.22 the label counts from 60 to 1, then shows get verification code; screen readers hear 60, 30, 10, 0', async ({
    visit,
    page,
  }) => {
    await page.clock.install();
    const borrower = visit('cards');
    await borrower.open('/payWay', AMOUNT);
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(page.getByRole('radio').first()).toBeVisible({ timeout: 100 });
    }).toPass();
    await holdClock(page);
    await choose(page);
    await pay(borrower).click();
    await runUntilSeen(page, dialog(page));
    await resend(page).evaluate((label) => {
      const status = document.querySelector('dialog [role=status].cz-visually-hidden');
      if (status === null) throw new Error('Nothing is read out.');
      const follow = (element: Element): string[] => {
        const texts = [element.textContent ?? ''];
        const note = () => void texts.push(element.textContent ?? '');
        new MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true });
        return texts;
      };
      Object.assign(window, { labels: follow(label), spoken: follow(status) });
    });
    for (let half = 0; half < 124; half += 1) await page.clock.runFor(500);
    await expect(resend(page)).toHaveText('get verification code');
    const labels = await page.evaluate(() => (window as unknown as { labels: string[] }).labels);
    const first = Number.parseInt(labels[0] ?? '', 10);
    expect(first).toBeGreaterThan(57);
    expect(labels).toEqual([
      ...Array.from({ length: first }, (_, index) => `${first - index}s`),
      'get verification code',
    ]);
    const spoken = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(spoken).toEqual([
      'You can ask for a new code in 60 seconds',
      'You can ask for a new code in 30 seconds',
      'You can ask for a new code in 10 seconds',
      'You can ask for a new code now',
    ]);
  });

  /** Ends the countdown by moving its deadline into the past. */
  async function runOut(page: Page): Promise<void> {
    await page.clock.fastForward(61_000);
    await page.clock.runFor(1_000);
    await expect(resend(page)).toHaveText('get verification code');
  }

  async function toCodeWithClock(borrower: Visit): Promise<void> {
    await borrower.page.clock.install();
    await borrower.open('/payWay', AMOUNT);
    await expect(async () => {
      await borrower.page.clock.runFor(500);
      await expect(borrower.page.getByRole('radio').first()).toBeVisible({ timeout: 100 });
    }).toPass();
    await choose(borrower.page);
    await pay(borrower).click();
    await expect(dialog(borrower.page)).toBeVisible();
  }

  test('7.24 after the countdown the code can be sent again, with sendMsg 1, and the countdown starts at 60', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true');
    await resend(page).click({ force: true });
    expect(await borrower.requests(COMMIT)).toHaveLength(1);
    await runOut(page);
    await resend(page).click();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
    const calls = await borrower.requests(COMMIT);
    expect(calls.map((call) => members(call).sendMsg)).toEqual(['0', '1']);
    expect({ ...members(calls[1]), sendMsg: '0' }).toEqual(members(calls[0]));
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  test('8.13 when sending the code again fails, the dialog shows the reason, and the countdown starts at 60', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await runOut(page);
    await page.route(`**${COMMIT}`, (route) =>
      route.fulfill({ json: { code: '77', message: 'Too many messages today.', data: null } }),
    );
    await resend(page).click();
    await expect(dialog(page).getByText('Too many messages today.').first()).toBeVisible();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
  });

  test('sending the code again without a reply shows a message; nothing is paid, and the payment can continue', async ({
    visit,
    page,
  }) => {
    const borrower = visit('cards');
    await toCodeWithClock(borrower);
    await runOut(page);
    await page.route(`**${COMMIT}`, (route) => route.abort());
    await resend(page).click();
    await expect(dialog(page).getByText(/We got no answer/)).toBeVisible();
    await page.unroute(`**${COMMIT}`);
    const asked = (await borrower.requests(WAY)).length;
    await page.clock.runFor(3_000);
    await expect.poll(async () => (await borrower.requests(WAY)).length).toBeGreaterThan(asked);
    await expect(dialog(page).getByText(/We got no answer/)).toHaveCount(0);
    await resend(page).click();
    await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
    await enter(page, '123456');
    await expect(page).toHaveURL(/\/borrowDetail\?/);
    expect(await paid(borrower)).toBe(1);
  });

  for (const [name, leave] of [
    ['Cancel', async (page: Page) => await dialog(page).getByRole('button', { name: 'Cancel' }).click()],
    ['Back', async (page: Page) => void (await page.goBack())],
    ['Escape', async (page: Page) => await page.keyboard.press('Escape')],
  ] as const) {
    test(`4.20 ${name} closes the dialog, deletes the code and resets the countdown; nothing is paid`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('cards');
      await toCode(borrower);
      await code(page).fill('1234');
      await leave(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(/\/payWay/);
      expect(await borrower.requests(CONFIRM)).toEqual([]);
      // A new payment starts from the beginning.
      await pay(borrower).click();
      await expect(dialog(page)).toBeVisible();
      await expect(code(page)).toHaveValue('');
      await expect(resend(page)).toHaveText(/^(60|59|58)s$/);
      await enter(page, '123456');
      await expect(page).toHaveURL(/\/borrowDetail\?/);
      expect(await paid(borrower)).toBe(1);
    });
  }
});
