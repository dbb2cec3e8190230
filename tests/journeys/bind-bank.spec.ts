import type { Page } from '@playwright/test';
import { configure, expect, type Recorded, test, type Visit } from './visit.ts';

const SOURCE = { lang: 'source' };
const SAVE = '/fixing/v3/bind-card/bind-card-new';
const SAVE_FROM_ORDER = '/v3/bind-card/bind-card-order';

/** Simulates the app and records every message to it. */
async function openInShell(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const sent: string[] = [];
    const handler = (name: string) => ({ postMessage: () => void sent.push(name) });
    const names = ['startBank', 'endBank', 'closeWebView'];
    Object.assign(window, {
      sentToShell: sent,
      webkit: { messageHandlers: Object.fromEntries(names.map((name) => [name, handler(name)])) },
    });
  });
  return () => page.evaluate(() => (window as unknown as { sentToShell: string[] }).sentToShell);
}

const members = (call: Recorded | undefined) => Object.fromEntries(new URLSearchParams(call?.body));

async function save(borrower: Visit, path = SAVE): Promise<Recorded> {
  await borrower.button('Next').click();
  await expect.poll(async () => (await borrower.requests(path)).length).toBe(1);
  const [call] = await borrower.requests(path);
  if (call === undefined) throw new Error('Nothing was saved.');
  return call;
}

/** Labels of the visible fields, without the required mark. */
const fields = (page: Page) => page.locator('.cz-field-label:visible').allInnerTexts();

/** Opens the sheet of a field, picks an option and closes the sheet. */
async function pick(page: Page, field: string, option: string, end: 'Confirm' | 'Cancel' = 'Confirm') {
  await page.getByRole('button', { name: new RegExp(`^${field} `) }).click();
  await page.getByRole('dialog').getByRole('radio', { name: option, exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: end }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function fill(page: Page): Promise<void> {
  await pick(page, 'Channel', 'Bank transfer');
  await pick(page, 'Bank', 'Rice Terrace Bank');
  await page.getByLabel('Account number').fill('1234567890');
  await page.getByLabel('Account holder').fill('Maria Santos');
  await pickBirthday(page);
}

async function pickBirthday(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Date of birth / }).click();
  await page.getByLabel('Year').selectOption('1990');
  await page.getByLabel('Month').selectOption('2');
  await page.getByLabel('Day').selectOption('28');
  await page.getByRole('button', { name: 'Confirm' }).click();
}

test.describe('section 4: the visible items for all combinations, and the saved values', () => {
  const TYPES = [1, 2, 3];
  const CHANNELS = ['90006', '90007'];
  /** As in `fixtures/api/card-init/filters.json`: code, cardTypeMi, channelNumber. */
  const ITEMS: readonly (readonly [string, number, string])[] = [
    ['any', 0, ''],
    ['one', 1, ''],
    ['two', 2, ''],
    ['channelA', 0, '90006'],
    ['channelB', 0, '90007'],
    ['oneA', 1, '90006'],
    ['oneB', 1, '90007'],
    ['twoA', 2, '90006'],
    ['twoB', 2, '90007'],
    ['open', 0, ''],
  ];
  const LABELS: { readonly [code: string]: string } = {
    any: 'For all',
    one: 'Type one',
    two: 'Type two',
    channelA: 'Channel 90006',
    channelB: 'Channel 90007',
    oneA: 'Type one, channel 90006',
    oneB: 'Type one, channel 90007',
    twoA: 'Type two, channel 90006',
    twoB: 'Type two, channel 90007',
    open: 'Channel without a value',
  };
  const GIVEN: { readonly [code: string]: string } = {
    channelA: '6',
    channelB: '7',
    oneA: '16',
    oneB: '17',
    twoA: '26',
    twoB: '27',
    open: '0',
  };
  const isShown = (cardType: number, channel: string) => (item: readonly [string, number, string]) =>
    (item[1] === 0 || item[1] === cardType) && (cardType !== 1 || item[2] === '' || item[2] === channel);

  for (const cardType of TYPES) {
    for (const channel of CHANNELS) {
      test(`3.8 4.1 4.2 4.3 card type ${cardType}, channel ${channel}`, async ({ visit, page }) => {
        await configure(page, '/bindBank', 'bindBank', {
          cardTypes: TYPES.map((value) => ({ value, name: `Account ${value}` })),
        });
        const borrower = visit('bank-filters');
        await borrower.open('/bindBank', SOURCE);
        await expect(page.getByRole('radio', { name: 'Account 1' })).toBeChecked();
        if (channel === '90007') await pick(page, 'Channel', 'Wallet');
        if (cardType !== 1) await page.getByRole('radio', { name: `Account ${cardType}` }).check();
        const shown = ITEMS.filter(isShown(cardType, channel)).map(([code]) => code);
        await expect(page.getByLabel('For all')).toBeVisible();
        // A list that is read while the fields change may contain one that is gone.
        const labels = ['Channel', ...shown.map((code) => LABELS[code] ?? '')];
        await expect.poll(async () => (await fields(page)).sort()).toEqual(labels.sort());

        const written: { [code: string]: string } = {};
        for (const code of ['any', 'one', 'two'].filter((one) => shown.includes(one))) {
          written[code] = `${cardType}${code.length}`;
          await page.getByLabel(LABELS[code] ?? '', { exact: true }).fill(written[code]);
        }
        const call = await save(borrower);
        // Every item of the list, also hidden ones (reading 37). The picker's item has the type of the chosen option.
        expect(members(call)).toEqual({
          channelNumber: channel,
          any: '',
          one: '',
          two: '',
          ...GIVEN,
          ...written,
          cardType: String(cardType),
          product_id: '1203',
        });
      });
    }
  }

  test('3.8 the switch: only visible items are saved', async ({ visit, page }) => {
    await configure(page, '/bindBank', 'bindBank', { sent: 'visible' });
    const borrower = visit('bank-filters');
    await borrower.open('/bindBank', SOURCE);
    await page.getByLabel('For all').fill('5');
    await page.getByLabel('Type one', { exact: true }).fill('6');
    expect(members(await save(borrower))).toEqual({
      channelNumber: '90006',
      any: '5',
      one: '6',
      channelA: '6',
      oneA: '16',
      open: '0',
      cardType: '1',
      product_id: '1203',
    });
  });
});

test.describe('section 2: the bank account screen', () => {
  test('2.55 2.56 2.61 title, banner, pickers, texts, Next; a single card type has no tabs', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment account information');
    await expect(page).toHaveTitle('Payment account information');
    await expect(page.locator('main img')).toHaveAttribute('src', /bank-banner/);
    await expect(page.getByRole('button', { name: 'Channel Choose' })).toBeVisible();
    await expect(page.getByRole('radiogroup')).toHaveCount(0);
    await expect.poll(() => borrower.bar()).toEqual(['Next']);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Bank', 'Personal']);
  });

  test('2.56 4.1 card types are shown as tabs and keep the typed values', async ({ visit, page }) => {
    await configure(page, '/bindBank', 'bindBank', {
      cardTypes: [
        { value: 1, name: 'Bank' },
        { value: 2, name: 'Card' },
      ],
    });
    const borrower = visit('bank-filters');
    await borrower.open('/bindBank', SOURCE);
    await page.getByLabel('For all').fill('77');
    await page.getByRole('radio', { name: 'Card' }).check();
    await expect(page.getByLabel('Type two', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Bank' }).check();
    await expect(page.getByLabel('For all')).toHaveValue('77');
  });

  test("2.58 9.11 a picker's choice counts after Confirm; Cancel, Escape and Back leave it unchanged", async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await pick(page, 'Channel', 'Wallet', 'Cancel');
    await expect(page.getByRole('button', { name: 'Channel Choose' })).toBeVisible();
    await pick(page, 'Channel', 'Wallet');
    await expect(page.getByRole('button', { name: 'Channel Wallet' })).toBeVisible();
    await page.getByRole('button', { name: 'Channel Wallet' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Bank transfer' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Channel Wallet' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Channel Wallet' })).toBeVisible();
    await expect(page).toHaveURL(/bindBank/);
  });

  test('the app’s Back closes a picker before anything else', async ({ visit, page }) => {
    await openInShell(page);
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await page.getByRole('button', { name: 'Channel Choose' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const back = () => page.evaluate(() => (window as unknown as { capizBack(): boolean }).capizBack());
    expect(await back()).toBe(true);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await back()).toBe(false);
  });

  test('a city is found by typing, or by its region and province', async ({ visit, page }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await page.getByRole('button', { name: 'City Choose' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('paranaque');
    await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(1);
    await page.getByRole('dialog').getByRole('radio').check();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'City City of Parañaque' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Region VII (Central Visayas)' }).click();
    await sheet.getByRole('button', { name: 'Cebu' }).click();
    await expect(sheet.getByRole('group', { name: 'Cebu' })).toBeFocused();
    await sheet.getByRole('radio', { name: 'City of Toledo' }).check();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('button', { name: 'City City of Toledo' })).toBeVisible();
  });

  test('2.59 9.15 Next is visible when the keyboard takes 60 px and hidden at 61', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    const shrink = (px: number) =>
      page.evaluate((taken) => {
        const viewport = window.visualViewport as VisualViewport;
        Object.defineProperty(viewport, 'height', {
          configurable: true,
          get: () => window.innerHeight - taken,
        });
        viewport.dispatchEvent(new Event('resize'));
      }, px);
    await shrink(60);
    await expect(borrower.button('Next')).toBeVisible();
    await shrink(61);
    await expect(borrower.button('Next')).toBeHidden();
    await shrink(0);
    await expect(borrower.button('Next')).toBeVisible();
  });

  test('the focused field is above the keyboard, with its label and its error', async ({ visit, page }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    // While the fields are loading there are no errors to show.
    await expect(page.getByLabel('Account holder')).toBeVisible();
    await borrower.button('Next').click();
    await expect(page.getByText('Enter Account holder').last()).toBeVisible();
    await page.getByLabel('Account holder').focus();
    const taken = 340;
    await page.evaluate((px) => {
      const viewport = window.visualViewport as VisualViewport;
      Object.defineProperty(viewport, 'height', { configurable: true, get: () => window.innerHeight - px });
      viewport.dispatchEvent(new Event('resize'));
    }, taken);
    const field = page.locator('.cz-field', { has: page.getByLabel('Account holder') });
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
        return { top: y >= 44 ? 'in sight' : y, bottom: y + height <= 844 - taken ? 'in sight' : y + height };
      })
      .toEqual({ top: 'in sight', bottom: 'in sight' });
  });

  test('2.60 3.6 initial values of every kind; an option given by its name counts as that option', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-filled');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByRole('button', { name: 'Channel Wallet' })).toBeVisible();
    expect(members(await save(borrower))).toEqual({
      channelNumber: '90007',
      bankCode: 'B7',
      cardNo: '0012345678',
      city: 'Baguio',
      birthday: '1990-02-28',
      note: '',
      cardType: '1',
      product_id: '1203',
    });
  });

  test('2.61 an item of an unknown group is shown after the sections', async ({ visit, page }) => {
    const borrower = visit('bank-filled');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByLabel('Note')).toBeVisible();
    expect((await fields(page)).at(-1)).toBe('Note');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Bank', 'Personal', 'Work']);
  });
});

test.describe('section 5: digits, and required fields', () => {
  test('2.57 5.1 numeric texts take only digits, typed and pasted; names take letters', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    const number = page.getByLabel('Account number');
    await number.pressSequentially('12a3b');
    await expect(number).toHaveValue('123');
    await number.fill('1 2-3x4');
    await expect(number).toHaveValue('1234');
    expect(await number.getAttribute('inputmode')).toBe('numeric');
    await page.getByLabel('Account holder').fill('Maria 2');
    await expect(page.getByLabel('Account holder')).toHaveValue('Maria 2');
  });

  test('5.2 visible items are required unless optional: nothing is sent, the first has the focus, all are listed', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    // A form that is still loading is not sent, and has nothing to validate yet.
    await expect(page.getByLabel('Account holder')).toBeVisible();
    await borrower.button('Next').click();
    await expect(page.getByText('Check these fields')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Channel Choose' })).toBeFocused();
    await expect(page.getByRole('button', { name: /^Enter / })).toHaveText([
      'Enter Channel',
      'Enter Bank',
      'Enter Account number',
      'Enter Account holder',
      'Enter Date of birth',
    ]);
    await page.getByRole('button', { name: 'Enter Account holder' }).click();
    await expect(page.getByLabel('Account holder')).toBeFocused();
    await page.getByLabel('Account holder').fill('Maria');
    await expect(page.getByLabel('Account holder')).not.toHaveAttribute('aria-invalid', 'true');
    expect(await borrower.requests(SAVE)).toEqual([]);
  });

  test('Return moves to the next field, and submits on the last one', async ({ visit, page }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await fill(page);
    await page.getByLabel('Account number').press('Enter');
    await expect(page.getByLabel('Account holder')).toBeFocused();
    await page.getByLabel('Account holder').press('Enter');
    await expect.poll(async () => (await borrower.requests(SAVE)).length).toBe(1);
  });

  test('an error of the service is shown at its field, and the values stay', async ({ visit, page }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await fill(page);
    await page.getByLabel('Account number').fill('0001234567');
    await save(borrower);
    const number = page.getByRole('textbox', { name: 'Account number' });
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Account number is not known at the bank')).toBeVisible();
    await expect(page.getByText('Please check the account details.').first()).toBeVisible();
    await expect(number).toBeFocused();
    await expect(number).toHaveValue('0001234567');
    await number.fill('1234567890');
    await borrower.button('Next').click();
    await expect.poll(async () => (await borrower.requests(SAVE)).length).toBe(2);
  });
});

test.describe('section 7: the calls', () => {
  test('3.7 3.8 7.1 7.2 7.6 7.12 7.13 9.1 9.13 9.14 card-init and the save: base path, session query, form encoding, headers', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', { ...SOURCE, appVersion: '1.2.0' });
    await fill(page);
    const call = await save(borrower);
    const [init] = await borrower.requests('/fixing/v3/bind-card/card-init');
    expect(init?.method).toBe('POST');
    expect(members(init)).toEqual({ product_id: '1203' });
    for (const sent of [init, call]) {
      const query = Object.fromEntries(new URL(sent?.path ?? '', 'http://page.test').searchParams);
      expect(query).toEqual({
        orderId: borrower.orderId,
        productId: '1203',
        userId: `user-${borrower.id}`,
        sessionId: `session-${borrower.id}`,
        deviceId: `device-${borrower.id}`,
        appVersion: '1.2.0',
        // The number of the configuration, because the address has none.
        merchantNumber: '1000',
      });
      expect(sent?.headers).toMatchObject({
        swift: `device-${borrower.id}`,
        eyes: `session-${borrower.orderId}`,
      });
    }
    expect(members(call)).toEqual({
      channelNumber: '90006',
      bankCode: 'RTB',
      cardNo: '1234567890',
      walletNo: '',
      holder: 'Maria Santos',
      city: '',
      birthday: '1990-02-28',
      cardType: '1',
      product_id: '1203',
    });
  });

  test('two taps save once', async ({ visit, page }) => {
    const borrower = visit('bank-slow');
    await borrower.open('/bindBank', SOURCE);
    await fill(page);
    await borrower.button('Next').dblclick();
    await expect(page.getByRole('contentinfo').getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await page.waitForTimeout(2_500);
    expect(await borrower.requests(SAVE)).toHaveLength(1);
  });

  test('8.1 a refused save shows the service’s words, keeps everything, and can be tried again', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-save-error');
    await borrower.open('/bindBank', SOURCE);
    await save(borrower);
    await expect(page.getByText('The bank does not answer. Try again.').first()).toBeVisible();
    await expect(page.getByLabel('Account number')).toHaveValue('0012345678');
    await borrower.button('Next').click();
    await expect.poll(async () => (await borrower.requests(SAVE)).length).toBe(2);
  });
});

test.describe('sections 4 and 7: the app, and the navigation after saving', () => {
  test('4.4 7.54 7.61 7.62 sends start on entering and end after the save, then closes the web view', async ({
    visit,
    page,
  }) => {
    const sent = await openInShell(page);
    const borrower = visit('bank-filled');
    await borrower.open('/bindBank', SOURCE);
    await expect.poll(sent).toEqual(['startBank']);
    await save(borrower);
    await expect.poll(sent).toEqual(['startBank', 'endBank', 'closeWebView']);
  });

  test('4.5 4.61 7.14 7.61 7.62 from an order: no start, the other path, end, and the order with its source', async ({
    visit,
    page,
  }) => {
    const sent = await openInShell(page);
    const borrower = visit('bank-filled');
    await borrower.open('/bindBank', { ...SOURCE, source: 'loanDetail' });
    await expect(page.getByLabel('Account number')).toBeVisible();
    expect(await sent()).toEqual([]);
    const call = await save(borrower, SAVE_FROM_ORDER);
    expect(members(call).source).toBeUndefined();
    await expect(page).toHaveURL(/\/order\?.*source=loanDetail/);
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await expect(page.getByRole('note').getByText('Your payment account was saved')).toBeVisible();
    expect(await sent()).toEqual(['endBank']);
    expect(await borrower.requests(SAVE)).toEqual([]);
  });

  test('4.61 7.65 without an app nothing fails, and the page returns to the order, which shows that the account was saved', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-filled');
    await borrower.open('/order');
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByLabel('Account number')).toBeVisible();
    await save(borrower);
    await expect(page).toHaveURL(/\/order\?/);
    await expect(page.getByRole('note').getByText('Your payment account was saved')).toBeVisible();
  });
});

test.describe('section 8 and the states of a screen', () => {
  test('8.2 an error has a message and a button to try again, which loads again', async ({ visit, page }) => {
    const borrower = visit('bank-error-once');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByText('Our records are being updated.')).toBeVisible();
    await borrower.button('Try again').click();
    await expect(page.getByLabel('Account number')).toBeVisible();
  });

  test('while loading the screen shows five placeholders, and sends nothing', async ({ visit, page }) => {
    const borrower = visit('bank-slow');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.locator('.cz-field')).toHaveCount(5);
    await borrower.button('Next').click();
    await expect(page.getByText('Nothing was sent.', { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel('Account number')).toBeVisible({ timeout: 15_000 });
    expect(await borrower.requests(SAVE)).toEqual([]);
  });

  test('without items the screen shows a message', async ({ visit, page }) => {
    const borrower = visit('bank-nothing');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByText('The account form is not available right now')).toBeVisible();
    await expect(borrower.button('Try again')).toBeVisible();
    await expect(borrower.button('Next')).toHaveCount(0);
  });

  test('a form that asks for a reserved name is neither shown nor sent', async ({ visit, page }) => {
    const borrower = visit('bank-not-allowed');
    await borrower.open('/bindBank', SOURCE);
    await expect(page.getByText('This form cannot be shown right now.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(borrower.button('Next')).toHaveCount(0);
  });

  test('its data is requested before its code has loaded, and the typed values are restored together', async ({
    visit,
    page,
  }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await fill(page);
    const birthday = page.getByRole('button', { name: /^Date of birth / });
    const picked = await birthday.innerText();
    const stored = () => page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    await expect.poll(stored).toContain('1990-02-28');
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/assets\/forms-[\w-]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const answered = page.waitForResponse(/card-init/);
    await page.reload({ waitUntil: 'commit' });
    await (await answered).finished();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    release();
    await expect(birthday).toHaveText(picked);
    // An account number is not stored.
    await page.getByLabel('Account number').fill('1234567890');
    expect(Object.values(members(await save(borrower)))).toEqual(
      expect.arrayContaining(['1234567890', 'Maria Santos', '1990-02-28']),
    );
  });

  test('typed values survive offline', async ({ visit, page, context }) => {
    const borrower = visit('bank-form');
    await borrower.open('/bindBank', SOURCE);
    await fill(page);
    await context.setOffline(true);
    await borrower.button('Next').click();
    await expect(page.getByText(/You are offline/).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByLabel('Account number')).toHaveValue('1234567890');
    await save(borrower);
  });
});
