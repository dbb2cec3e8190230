/**
 * What `npm run shots` pictures. A state is a screen, a name, the scenario whose service answers, and
 * what to do until it is reached: `before` the page opens, `until` it stands, and `then`.
 */

const API = /\/(v3|growing|service|fixing)\//;

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const see = (what) => async (page) => await page.getByText(what).first().waitFor();
const dialog = async (page) => await page.getByRole('dialog').waitFor();
const sheet = async (page) => {
  await button(page, 'Payment Method').click();
  await dialog(page);
};
const pay = async (page) => {
  await sheet(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Payment', exact: true }).click();
};
/** Readings never come back: the skeleton stays. */
const hold = async (page) => await page.route(API, () => new Promise(() => undefined));
const holdWithClock = async (page) => {
  await page.clock.install();
  await hold(page);
};
const elevenSeconds = async (page) => {
  await page.locator('[aria-busy="true"]').first().waitFor();
  await page.clock.runFor(11_000);
};
const skeleton = async (page) => {
  await page.locator('.cz-skeleton').first().waitFor();
};
const goOffline = async (page) => {
  await page.context().setOffline(true);
  await page
    .getByText(/You are offline/)
    .first()
    .waitFor();
};
const offlineFromStart = async (page) =>
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
const focusByKeyboard = (times) => async (page) => {
  for (let press = 0; press < times; press += 1) await page.keyboard.press('Tab');
};
/** Kept by one screen, shown by another. */
const openCode = async (page) => {
  await button(page, /bill payment/)
    .first()
    .click();
  await page.getByText('Keep your deposit slip as proof').waitFor();
};
const inShell = async (page) =>
  await page.addInitScript(() => Object.assign(window, { webkit: { messageHandlers: {} } }));

const NARROW = { size: { width: 320, height: 568 } };
const ORDER = { screen: 'order', path: '/order', until: see('Sunrise Cash') };
const REPAY = { screen: 'repay', path: '/repay', until: see(/₱[\d,]+\.\d\d/) };
const ROLLOVER = { screen: 'rollover', path: '/repayDelay', until: see(/₱[\d,]+\.\d\d/) };
const CODE = { screen: 'repay-code-stored', path: '/repay', until: see(/₱[\d,]+\.\d\d/), then: openCode };

/** What may happen to any screen that reads data. */
function readingStates(screen) {
  return [
    { ...screen, name: 'skeleton', before: hold, until: skeleton },
    { ...screen, name: 'slow', before: holdWithClock, until: elevenSeconds },
    ...['error', 'error-without-words', 'garbage', 'http500', 'wrong-types', 'broken-line'].map(
      (scenario) => ({
        ...screen,
        name: scenario,
        scenario,
        until: see('Try again'),
      }),
    ),
    { ...screen, name: 'offline', then: goOffline },
    { ...screen, name: 'offline-first', before: offlineFromStart, until: see('Try again') },
    { ...screen, name: 'long-texts', scenario: 'long-texts' },
    { ...screen, name: 'absent-members', scenario: 'absent-members' },
    { ...screen, name: 'source', lang: 'source' },
    { ...screen, name: 'in-shell', before: inShell },
    { ...screen, name: 'narrow', ...NARROW },
    { ...screen, name: 'narrow-long-texts', scenario: 'long-texts', ...NARROW },
    { ...screen, name: 'large-text', textScale: 2 },
    { ...screen, name: 'narrow-large-text', textScale: 2, ...NARROW },
    { ...screen, name: 'focus', then: focusByKeyboard(2) },
  ];
}

const order = [
  ...[
    'repayable',
    'reviewing',
    'failed',
    'status-151',
    'status-170',
    'status-174',
    'status-180',
    'status-180-plain',
    'status-200',
    'status-unknown',
  ].map((scenario) => ({ ...ORDER, name: scenario, scenario })),
  ...['popup-card', 'popup-card-bare', 'popup-tips', 'popup-rating'].map((scenario) => ({
    ...ORDER,
    name: scenario,
    scenario,
    until: dialog,
  })),
  {
    ...ORDER,
    name: 'popup-rating-four-stars',
    scenario: 'popup-rating',
    until: dialog,
    then: async (page) => await page.getByRole('radio', { name: '4 stars' }).check({ force: true }),
  },
  {
    ...ORDER,
    name: 'popup-rating-no-star',
    scenario: 'popup-rating',
    until: dialog,
    then: async (page) => {
      await button(page, 'Submit').click();
      await page.getByText('Choose 1 to 5 stars').first().waitFor();
    },
  },
  {
    ...ORDER,
    name: 'popup-rating-result',
    scenario: 'popup-rating',
    until: dialog,
    then: async (page) => {
      await page.getByRole('radio', { name: '2 stars' }).check({ force: true });
      await button(page, 'Submit').click();
      await page.getByRole('dialog', { name: 'Thank you' }).waitFor();
    },
  },
  {
    ...ORDER,
    name: 'update-failed',
    then: async (page) => {
      await page.route(API, (route) => route.abort());
      await page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      );
      await page.getByText(/We could not update/).waitFor();
    },
  },
  {
    ...ORDER,
    name: 'nothing',
    scenario: 'nothing',
    until: see('Try again'),
  },
  ...readingStates(ORDER),
];

const paying = (screen) => [
  { ...screen, name: 'notice', scenario: 'notice' },
  { ...screen, name: 'date-as-words', scenario: 'date-as-words' },
  { ...screen, name: 'no-channels', scenario: 'no-channels' },
  { ...screen, name: 'no-help', scenario: 'no-help' },
  { ...screen, name: 'no-code', scenario: 'no-code' },
  { ...screen, name: 'sheet', then: sheet },
  { ...screen, name: 'sheet-long-texts', scenario: 'long-texts', then: sheet },
  { ...screen, name: 'sheet-many-channels', scenario: 'many-channels', then: sheet },
  { ...screen, name: 'sheet-narrow', ...NARROW, then: sheet },
  { ...screen, name: 'sheet-large-text', textScale: 2, then: sheet },
  {
    ...screen,
    name: 'sheet-submitting',
    scenario: 'pay-code-slow',
    then: async (page) => {
      await pay(page);
      await page.getByRole('dialog').locator('button[aria-busy="true"]').waitFor();
    },
  },
  {
    ...screen,
    name: 'sheet-refused',
    scenario: 'pay-code-error',
    then: async (page) => {
      await pay(page);
      await page.getByRole('dialog').locator('.cz-notice').waitFor();
    },
  },
  {
    ...screen,
    name: 'sheet-outcome-unknown',
    scenario: 'pay-code-lost',
    then: async (page) => {
      await pay(page);
      await page
        .getByRole('dialog')
        .getByText(/We got no answer/)
        .first()
        .waitFor();
    },
  },
  {
    ...screen,
    name: 'sheet-unsafe-address',
    scenario: 'pay-url-unsafe',
    then: async (page) => {
      await pay(page);
      await page.getByRole('dialog').locator('.cz-notice').waitFor();
    },
  },
  {
    ...screen,
    name: 'sheet-offline',
    then: async (page) => {
      await sheet(page);
      await page.context().setOffline(true);
      await page.getByRole('dialog').getByRole('button', { name: 'Payment', exact: true }).click();
      await page.getByRole('dialog').locator('.cz-notice').waitFor();
    },
  },
  {
    ...screen,
    name: 'copied',
    then: async (page) => {
      await button(page, 'copy').click();
      await page.getByText('Copied').waitFor();
    },
  },
  {
    ...screen,
    name: 'copy-refused',
    before: async (page) =>
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      }),
    then: async (page) => {
      await button(page, 'copy').click();
      await page.getByText(/Press and hold/).waitFor();
    },
  },
];

const repay = [
  { ...REPAY, name: 'content' },
  ...['due-today', 'due-in-3-days', 'due-in-4-days', 'overdue', 'two-details', 'no-details'].map(
    (scenario) => ({
      ...REPAY,
      name: scenario,
      scenario,
    }),
  ),
  {
    ...REPAY,
    name: 'all-details',
    scenario: 'many-details',
    then: async (page) => await button(page, 'more').click(),
  },
  { ...REPAY, name: 'nothing-to-pay', scenario: 'status-200', until: see('Try again') },
  ...paying(REPAY),
  ...readingStates(REPAY),
];

const rollover = [
  { ...ROLLOVER, name: 'content' },
  { ...ROLLOVER, name: 'no-plan-rows', scenario: 'no-plan-rows' },
  ...paying(ROLLOVER),
  ...readingStates(ROLLOVER),
];

const code = [
  { ...CODE, name: 'content' },
  { ...CODE, name: 'from-rollover', path: '/repayDelay' },
  {
    ...CODE,
    name: 'copied',
    then: async (page) => {
      await openCode(page);
      await button(page, 'Click to Copy').click();
      await page.getByText('Copied').waitFor();
    },
  },
  {
    ...CODE,
    name: 'all-ways',
    then: async (page) => {
      await openCode(page);
      for (const way of await page.locator('.cz-accordion-button[aria-expanded="false"]').all())
        await way.click();
    },
  },
  { ...CODE, name: 'source', lang: 'source' },
  {
    ...CODE,
    name: 'offline',
    then: async (page) => {
      await openCode(page);
      await goOffline(page);
    },
  },
  {
    ...CODE,
    name: 'nothing-stored',
    path: '/repaymentOfCode2',
    until: see(/Open repayment again/),
    then: undefined,
  },
  { ...CODE, name: 'long-texts', scenario: 'long-texts' },
  { ...CODE, name: 'narrow', ...NARROW },
  { ...CODE, name: 'large-text', textScale: 2 },
  {
    ...CODE,
    name: 'focus',
    then: async (page) => {
      await openCode(page);
      await focusByKeyboard(2)(page);
    },
  },
];

const BANK = { screen: 'bind-bank', path: '/bindBank', scenario: 'bank-form', until: see('Next') };
const pick = (name) => async (page) => {
  await page.getByRole('button', { name }).first().click();
  await dialog(page);
};
const bank = [
  { ...BANK, name: 'empty-form' },
  { ...BANK, name: 'filled', scenario: 'bank-filled' },
  { ...BANK, name: 'card-types', scenario: 'bank-filters' },
  {
    ...BANK,
    name: 'nothing',
    scenario: 'bank-nothing',
    until: async (page) => await page.getByRole('main').waitFor(),
  },
  { ...BANK, name: 'error', scenario: 'bank-error-once', until: see('Try again') },
  { ...BANK, name: 'skeleton', before: hold, until: skeleton },
  { ...BANK, name: 'offline', then: goOffline },
  { ...BANK, name: 'problems', then: async (page) => await button(page, 'Next').click() },
  { ...BANK, name: 'picker', then: pick(/channel/i) },
  { ...BANK, name: 'city', then: pick(/city/i) },
  { ...BANK, name: 'narrow', ...NARROW },
  { ...BANK, name: 'large-text', textScale: 2 },
  { ...BANK, name: 'source', lang: 'source' },
];

const INSTRUCTIONS = { screen: 'payment-instructions', path: '/carpmm', until: see('In a wallet app') };
const others = [
  { ...INSTRUCTIONS, name: 'content' },
  { ...INSTRUCTIONS, name: 'at-a-store', then: async (page) => await button(page, 'At a store').click() },
  { ...INSTRUCTIONS, name: 'narrow', ...NARROW },
  { ...INSTRUCTIONS, name: 'large-text', textScale: 2 },
  {
    screen: 'signed-out',
    name: 'no-session',
    path: '/order',
    session: false,
    until: see('Please sign in again'),
  },
  {
    screen: 'signed-out',
    name: 'session-refused',
    scenario: 'session-refused',
    path: '/repay',
    until: see('Please sign in again'),
  },
  {
    screen: 'not-found',
    name: 'unknown-address',
    path: '/nowhere',
    until: see('We could not open this page'),
  },
];

export const STATES = [...order, ...repay, ...rollover, ...code, ...bank, ...others];
