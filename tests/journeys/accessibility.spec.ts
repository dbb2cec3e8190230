import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { findCut, scaleText } from './layout.ts';
import { expect, test, type Visit } from './visit.ts';

/** Finger's smallest target in px; 48 is what the screens are drawn with. */
const FLOOR = 44;

interface State {
  readonly title: string;
  readonly scenario: string;
  readonly path: string;
  readonly parameters?: Record<string, string>;
  /** Brings the screen there once it stands. */
  reach?(borrower: Visit): Promise<void>;
  /** Somebody else's page in it is not ours to judge; axe would fetch its styles against its policy. */
  readonly hasForeignPage?: true;
  /** Words that say that it is there. */
  readonly shows: string | RegExp;
}

const openSheet = async (borrower: Visit) => await borrower.button('Payment Method').click();
const openCode = async (borrower: Visit) => await borrower.button(/bill payment/).click();

const STATES: readonly State[] = [
  { title: 'order', scenario: 'repayable', path: '/order', shows: 'Sunrise Cash' },
  { title: 'order under review', scenario: 'reviewing', path: '/order', shows: 'Under review' },
  { title: 'failed order', scenario: 'failed', path: '/order', shows: 'Application not approved' },
  { title: 'repaid order', scenario: 'status-200', path: '/order', shows: 'Borrow Again' },
  { title: 'card popup', scenario: 'popup-card', path: '/order', shows: 'Go and bind the card' },
  { title: 'kind tips', scenario: 'popup-tips', path: '/order', shows: 'Kind tips' },
  { title: 'order rating', scenario: 'popup-rating', path: '/order', shows: 'Rate us' },
  {
    title: 'order rating without a star',
    scenario: 'popup-rating',
    path: '/order',
    reach: async (borrower) => await borrower.button('Submit').click(),
    shows: 'Choose 1 to 5 stars',
  },
  { title: 'error of the order', scenario: 'http500', path: '/order', shows: 'The service has a problem' },
  { title: 'loading order', scenario: 'slow', path: '/order', shows: 'Customer service' },
  { title: 'long texts', scenario: 'long-texts', path: '/order', shows: /rolled over twice/ },
  { title: 'repay', scenario: 'many-details', path: '/repay', shows: /^₱3,412.50/ },
  {
    title: 'repay with all details',
    scenario: 'many-details',
    path: '/repay',
    reach: async (borrower) => await borrower.button('more').click(),
    shows: 'hide',
  },
  { title: 'loan offer', scenario: 'loan-offer', path: '/loanConfirmNew', shows: 'Payment Plan' },
  {
    title: 'loan offer with long texts',
    scenario: 'loan-long-texts',
    path: '/loanConfirmNew',
    shows: 'Payment Plan',
  },
  {
    title: 'loan offer without the tick',
    scenario: 'loan-offer',
    path: '/loanConfirmNew',
    reach: async (borrower) => await borrower.page.getByRole('checkbox').uncheck(),
    shows: 'Tick the agreement to continue',
  },
  {
    title: 'forced agreement',
    hasForeignPage: true,
    scenario: 'loan-agreement',
    path: '/loanConfirmNew',
    reach: async (borrower) => await borrower.button('Loan').click(),
    shows: 'Open in browser',
  },
  {
    title: 'forced agreement that cannot be shown',
    scenario: 'loan-agreement-unlisted',
    path: '/loanConfirmNew',
    reach: async (borrower) => await borrower.button('Loan').click(),
    shows: 'This page could not be shown.',
  },
  { title: 'overdue', scenario: 'overdue', path: '/repay', shows: /overdue/ },
  { title: 'nothing to pay', scenario: 'status-200', path: '/repay', shows: /There is nothing to pay/ },
  { title: 'no channel', scenario: 'no-channels', path: '/repay', shows: /No payment method available/ },
  { title: 'notice', scenario: 'notice', path: '/repay', shows: /arrive/ },
  { title: 'loading repay', scenario: 'slow', path: '/repay', shows: 'Repayment amount' },
  {
    title: 'sheet of channels',
    scenario: 'repayable',
    path: '/repay',
    reach: openSheet,
    shows: 'Please select your repayment method for payment',
  },
  {
    title: 'refused payment',
    scenario: 'pay-code-error',
    path: '/repay',
    reach: async (borrower) => {
      await openSheet(borrower);
      await borrower.button('Payment').click();
    },
    shows: /closed until/,
  },
  { title: 'rollover', scenario: 'repayable', path: '/repayDelay', shows: 'Plan' },
  {
    title: 'sheet of rollover',
    scenario: 'repayable',
    path: '/repayDelay',
    reach: openSheet,
    shows: 'Please select your repayment method for payment',
  },
  { title: 'error of rollover', scenario: 'error', path: '/repayDelay', shows: /records are being updated/ },
  {
    title: 'stored code',
    scenario: 'repayable',
    path: '/repay',
    reach: openCode,
    shows: 'Keep your deposit slip as proof',
  },
  {
    title: 'no stored code',
    scenario: 'repayable',
    path: '/repaymentOfCode2',
    shows: /Open repayment again/,
  },
  { title: 'instructions', scenario: 'repayable', path: '/carpmm', shows: 'Wallet One' },
  { title: 'older confirmation', scenario: 'older-push-slow', path: '/loanConfirm', shows: 'Detailed' },
  { title: 'promotion', scenario: 'older-offer', path: '/loanConfirm', shows: 'For you' },
  { title: 'loan terms', scenario: 'repayable', path: '/loanAgreement', shows: 'Key facts' },
  { title: 'failed login', scenario: 'login-failure', path: '/error', shows: 'School Year' },
  {
    title: 'failed login, no offer',
    scenario: 'login-failure-no-offers',
    path: '/error',
    shows: /no other offer/,
  },
  {
    title: 'code of the address',
    scenario: 'repayable',
    path: '/repaymentOfCode',
    parameters: {
      showType: '1',
      payCode: '803277140956',
      repayAmount: '341250',
      payCodeImg: '/capiz/demo/pictures/barcode.svg',
    },
    shows: 'repayment amount',
  },
  {
    title: 'drawn QR code',
    scenario: 'repayable',
    path: '/repaymentOfCode',
    parameters: { showType: '2', payCode: '803277140956', repayAmount: '341250' },
    shows: 'How to scan',
  },
  {
    title: 'lost QR picture',
    scenario: 'repayable',
    path: '/repaymentOfCode',
    parameters: {
      showType: '2',
      payCode: '803277140956',
      repayAmount: '341250',
      payCodeImg: '/capiz/demo/gone.png',
    },
    shows: 'Try again',
  },
  {
    title: 'missing payment details',
    scenario: 'repayable',
    path: '/repaymentOfCode',
    shows: 'Payment details are missing',
  },
  { title: 'steps of a wallet', scenario: 'repayable', path: '/carpmm', shows: 'Wallet One' },
  {
    title: 'enlarged picture',
    scenario: 'repayable',
    path: '/carpmm',
    reach: async (borrower) => await borrower.button('Tap Bills').click(),
    shows: 'Image 1 of 3',
  },
  { title: 'refused session', scenario: 'session-refused', path: '/repay', shows: 'Please sign in again' },
  { title: 'unknown address', scenario: 'repayable', path: '/nowhere', shows: 'We could not open this page' },
];

for (const [index, { title, scenario, path, parameters, reach, hasForeignPage, shows }] of STATES.entries()) {
  const theme = index % 2 === 0 ? 'light' : 'dark';
  test(`${title}, ${theme}: no serious finding, one h1, every control named and large enough`, async ({
    visit,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const borrower = visit(scenario);
    await borrower.open(path, parameters);
    await reach?.(borrower);
    await expect(page.getByText(shows).first()).toBeVisible();
    await page.waitForTimeout(300);

    const axe = new AxeBuilder({ page });
    const { passes, violations } = await (hasForeignPage ? axe.exclude('iframe') : axe)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    // It has looked: an analysis that could not run finds nothing either.
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join(' | ')}`,
      ),
    ).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await nameless(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  });
}

/** Controls that a screen reader would call nothing, from the browser's own accessibility tree. */
async function nameless(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const controls = new Set(['button', 'link', 'radio', 'checkbox', 'textbox', 'combobox', 'slider', 'tab']);
  return nodes
    .filter(({ ignored, role }) => !ignored && controls.has(String(role?.value)))
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role, nodeId }) => `${String(role?.value)} ${nodeId}`);
}

/** What can be tapped and is smaller than a finger. */
async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((floor) => {
    const top = document.querySelector('dialog[open]') ?? document;
    return [...top.querySelectorAll('button, a[href], input, select, textarea')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < floor || box.height < floor))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}x${box.height}`);
  }, FLOOR);
}

test('focus is trapped in a sheet, goes back to what opened it, and never lies under the bar', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/repayDelay');
  await expect(borrower.button('Payment Method')).toBeVisible();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('.cz-bar');
      if (focused === null || focused === document.body || bar === null || bar.contains(focused))
        return false;
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    });
    expect(covered, `after ${press + 1} presses`).toBe(false);
  }
  await borrower.button('Payment Method').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside, `after ${press + 1} presses`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(borrower.button('Payment Method')).toBeFocused();
});

for (const [title, size, scale] of [
  ['320 px wide', { width: 320, height: 568 }, 1],
  ['text at 200 %', { width: 390, height: 844 }, 2],
  ['both', { width: 320, height: 568 }, 2],
] as const) {
  test(`${title}: no screen scrolls sideways, and no amount, code or button is cut`, async ({
    visit,
    page,
  }) => {
    await page.setViewportSize(size);
    await scaleText(page, scale);
    for (const [path, scenario, open] of [
      ['/order', 'long-texts', undefined],
      ['/repay', 'long-texts', undefined],
      ['/repayDelay', 'repayable', undefined],
      ['/repay', 'repayable', openCode],
    ] as const) {
      const borrower = visit(scenario);
      await borrower.open(path);
      await expect(page.getByRole('contentinfo').getByRole('button').first()).toBeVisible();
      await open?.(borrower);
      await page.waitForTimeout(300);
      expect(await findCut(page), `${path} ${scenario}`).toEqual([]);
    }
  });
}
