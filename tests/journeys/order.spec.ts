import { answerWith, enterShell } from './shell.ts';
import { expect, mark, PAYMENT_PORT, test } from './visit.ts';

/* The order screen as the specification describes it: in language `source`, with its literals. */

const SOURCE = { lang: 'source' };
const DETAILS = '/v3/loan-details/loan-details';
const SCORE = '/v3/loan-details/google-score';

const icon = '.cz-status-circle';

test('2.10 2.11 3.26 Title, status, product and detail rows are from the reply', async ({ visit, page }) => {
  await answerWith(page, DETAILS, {
    noticeStatusText: 'Status in words',
    noticeDesText: 'What the status means',
    productName: 'Product by name',
    userOrderDetail: { detail: [{ text: 'Row', value: 'Value of the row' }] },
  });
  await visit('repayable').open('/order', SOURCE);
  await expect(page).toHaveTitle('Order Details');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Details');
  await expect(page.locator(icon).locator('svg')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Status in words' })).toBeVisible();
  await expect(page.getByText('What the status means')).toBeVisible();
  await expect(page.getByText('Product by name')).toBeVisible();
  await expect(page.locator('main img').first()).toHaveAttribute('src', /pictures\/product\.svg$/);
  await expect(page.getByRole('term')).toHaveText(['Row']);
  await expect(page.getByRole('definition')).toHaveText(['Value of the row']);
});

test('4.23 4.25 4.26 Six statuses have their own icons; 170 and an unknown one share the neutral one', async ({
  visit,
  page,
}) => {
  const drawn: { [status: string]: string } = {};
  for (const orderStatus of ['21', '110', '151', '170', '174', '180', '200', '999']) {
    await page.unrouteAll();
    await answerWith(page, DETAILS, { orderStatus });
    await visit('repayable').open('/order', SOURCE);
    await expect(page.getByText('Repayment is open')).toBeVisible();
    drawn[orderStatus] = await page.locator(icon).innerHTML();
  }
  const { '170': neutral, '999': unknown, ...own } = drawn;
  expect(unknown).toBe(neutral);
  expect(new Set([...Object.values(own), neutral]).size).toBe(7);
});

for (const flag of ['isScore', 'isDelay', 'cardNeedPop', 'inside']) {
  test(`3.26 An order whose ${flag} is neither 0 nor 1 is shown like 0`, async ({ visit, page }) => {
    for (const value of ['', 2]) {
      await page.unrouteAll();
      await answerWith(page, DETAILS, { [flag]: value });
      await visit('repayable').open('/order', SOURCE);
      await expect(page.getByText('Repayment is open')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

test("4.44 Status 151 shows the service's text for it, and no button", async ({ visit, page }) => {
  const borrower = visit('status-151');
  await borrower.open('/order', SOURCE);
  await expect(page.locator(icon)).toBeVisible();
  await expect.poll(() => borrower.bar()).toEqual([]);
});

for (const orderStatus of ['170', '174', '180', '200']) {
  test(`2.12 4.31 With ${orderStatus} the market is hidden and the buttons are shown`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('recommended');
    await answerWith(page, DETAILS, { orderStatus });
    await borrower.open('/order', SOURCE);
    await expect(page.getByRole('contentinfo').getByRole('button').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await expect(page.getByText('Click to view more products')).toBeHidden();
  });
}

test('4.34 Rollover Repayment opens the rollover screen', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/order', SOURCE);
  await borrower.button('Rollover Repayment').click();
  await expect(page).toHaveURL(/\/repayDelay\?/);
});

test.describe('the target of Repay', () => {
  test('4.32 Repay opens the repayment screen when h5Url is empty', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/order', SOURCE);
    await borrower.button('REPAY').click();
    await expect(page).toHaveURL(/\/repay\?/);
  });

  test('4.32 Repay opens h5Url when it is not empty', async ({ visit, page }) => {
    const borrower = visit('h5-inside');
    await borrower.open('/order', SOURCE);
    await borrower.button('REPAY').click();
    await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
  });
});

for (const [number, isWith] of [
  ['21', false],
  ['110', true],
  ['151', true],
  ['170', true],
  ['174', true],
  ['180', true],
  ['200', true],
] as const) {
  test(`${isWith ? '4.24' : '4.23'} A playeduL with status ${number} ${isWith ? 'leaves at once' : 'changes nothing'}`, async ({
    visit,
    page,
    baseURL,
  }) => {
    const address = new URL(baseURL ?? '');
    address.port = PAYMENT_PORT;
    await answerWith(page, DETAILS, { orderStatus: number, playeduL: `${address.origin}/page/next-step` });
    await visit('repayable').open('/order', SOURCE);
    if (isWith) await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
    else {
      await expect(page.getByText('Repayment is open')).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/order');
    }
  });
}

test.describe('popups', () => {
  test('2.14 4.33 4.40 Kind tips appear while the session has not repaid, and not again after Repay', async ({
    visit,
    page,
  }) => {
    const borrower = visit('popup-tips');
    const tips = page.getByRole('dialog', { name: 'Kind tips' });
    await borrower.open('/order', SOURCE);
    await expect(tips).toContainText('We never ask for your password.');
    await borrower.button('Confirm').click();
    await expect(tips).toHaveCount(0);
    await page.reload();
    await expect(tips).toBeVisible();
    await borrower.button('Confirm').click();
    await borrower.button('REPAY').click();
    await expect(page).toHaveURL(/\/repay\?/);
    await borrower.open('/order', SOURCE);
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await page.waitForTimeout(500);
    await expect(tips).toHaveCount(0);
  });

  test('4.40 Without a message there are no kind tips', async ({ visit, page }) => {
    await visit('repayable').open('/order', SOURCE);
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await page.waitForTimeout(500);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('2.15 The withdraw popup shows the message of reyMsg; Withdraw Now leads to the product', async ({
    visit,
    page,
  }) => {
    const borrower = visit('popup-rey');
    await borrower.open('/order', SOURCE);
    const dialog = page.getByRole('dialog', { name: 'withdraw now' });
    await expect(dialog).toContainText('₱3,000.00 is ready. Withdraw it now?');
    await borrower.button('Cancel').click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await borrower.button('Withdraw Now').click();
    await expect(page).toHaveURL(/\/productDetail\?.*productId=1203/);
  });

  for (const cardNeedPop of [1, '1']) {
    test(`2.16 4.41 4.42 cardNeedPop ${JSON.stringify(cardNeedPop)} shows the card dialog; its X closes it until the next load`, async ({
      visit,
      page,
    }) => {
      await answerWith(page, DETAILS, { cardNeedPop });
      const borrower = visit('popup-card');
      await borrower.open('/order', SOURCE);
      const dialog = page.getByRole('dialog', { name: 'Bind your card' });
      await expect(dialog).toContainText('Bind the card that your loan should be paid out to.');
      await expect(dialog.getByRole('button', { name: 'Go and bind the card' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      await page.reload();
      await expect(dialog).toBeVisible();
    });
  }

  test('4.41 cardNeedPop 0 shows no card dialog', async ({ visit, page }) => {
    await answerWith(page, DETAILS, { cardNeedPop: 0 });
    await visit('popup-card').open('/order', SOURCE);
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await page.waitForTimeout(500);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('4.43 The button of the card dialog opens the bank form with source=loanDetail', async ({
    visit,
    page,
  }) => {
    const borrower = visit('popup-card');
    await borrower.open('/order', SOURCE);
    await borrower.button('Go and bind the card').click();
    await expect(page).toHaveURL(/\/bindBank\?.*source=loanDetail/);
  });

  test('2.17 Card, then kind tips, then withdraw now, then the rating, one at a time', async ({
    visit,
    page,
  }) => {
    const borrower = visit('popups-all');
    await borrower.open('/order', SOURCE);
    for (const [name, end] of [
      ['Bind your card', 'Close'],
      ['Kind tips', 'Confirm'],
      ['withdraw now', 'Cancel'],
      ['Rate us', 'Close'],
    ] as const) {
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await borrower.button(end).click();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the rating', () => {
  test('2.13 4.35 The rating opens only with isScore 1', async ({ visit, page }) => {
    for (const [isScore, count] of [
      ['1', 1],
      [1, 1],
      ['0', 0],
      [0, 0],
    ] as const) {
      await page.unrouteAll();
      await answerWith(page, DETAILS, { isScore });
      await visit('repayable').open('/order', SOURCE);
      await expect(page.getByText('Repayment is open')).toBeVisible();
      if (count === 0) await page.waitForTimeout(500);
      await expect(page.getByRole('dialog', { name: 'Rate us' })).toHaveCount(count);
    }
  });

  test('4.36 9.25 A tap on a star fills the stars up to it, of five', async ({ visit, page }) => {
    await visit('popup-rating').open('/order', SOURCE);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio')).toHaveCount(5);
    await expect(dialog.locator('.cz-rating-filled')).toHaveCount(0);
    for (const stars of [3, 5, 2]) {
      await mark(dialog.getByRole('radio', { name: `${stars} stars` }));
      await expect(dialog.locator('.cz-rating-filled')).toHaveCount(stars);
    }
  });

  test('4.37 5.19 8.24 Without a star the rating shows a toast, and sends nothing', async ({
    visit,
    page,
  }) => {
    const borrower = visit('popup-rating');
    await borrower.open('/order', SOURCE);
    await borrower.button('Submit').click();
    await expect(page.locator('.cz-toast').getByText('Silakan pilih')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Rate us' })).toBeVisible();
    expect(await borrower.requests(SCORE)).toEqual([]);
  });

  for (const stars of [1, 2, 3, 4, 5]) {
    const numbers = stars < 4 ? '4.38 9.26' : '4.39 4.62 7.64 9.26 9.27';
    const end = stars < 4 ? 'show the result' : 'open the store rating and close the prompt';
    test(`${numbers} ${stars} stars send the score 5 and ${end}`, async ({ visit, page }) => {
      const sent = await enterShell(page);
      const borrower = visit('popup-rating');
      await borrower.open('/order', SOURCE);
      const star = stars === 1 ? '1 star' : `${stars} stars`;
      await mark(page.getByRole('radio', { name: star, exact: true }));
      await borrower.button('Submit').click();
      if (stars < 4) {
        await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
        expect(await sent()).toEqual([]);
      } else {
        await expect.poll(sent).toEqual([['openRating', {}]]);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('note').getByText('Your rating was sent.')).toBeVisible();
      }
      const [score, ...more] = await borrower.requests(SCORE);
      expect(score?.body).toBe('score=5');
      expect(more).toEqual([]);
    });
  }

  test('7.10 8.4 While the score is sent the rating shows loading...', async ({ visit, page }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${SCORE}`, async (route) => {
      await held;
      await route.continue();
    });
    const borrower = visit('popup-rating');
    await borrower.open('/order', SOURCE);
    await mark(page.getByRole('radio', { name: '2 stars' }));
    await borrower.button('Submit').click();
    const busy = page.locator('.cz-toast').getByText('loading...', { exact: true });
    await expect(busy).toBeVisible();
    answer();
    await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
    await expect(busy).toHaveCount(0);
  });
});

test("3.27 9.12 The order's telephone is called, else the configured one", async ({ visit, page }) => {
  const sent = await enterShell(page);
  const borrower = visit('repayable');
  await borrower.open('/order', SOURCE);
  await borrower.button('Customer service').click();
  await expect.poll(sent).toEqual([['callPhone', { phone: '+63 2 8123 4567' }]]);
  await answerWith(page, DETAILS, { telephone: '' });
  await borrower.open('/order', SOURCE);
  await borrower.button('Customer service').click();
  await expect.poll(sent).toEqual([['callPhone', { phone: '+63 2 8000 0000' }]]);
});

test('3.26 Numbers and texts in the reply mean the same', async ({ visit }) => {
  const borrower = visit('other-types');
  await borrower.open('/order', SOURCE);
  await expect(borrower.button('Rollover Repayment')).toBeVisible();
  await expect.poll(() => borrower.bar()).toEqual(['REPAY', 'Rollover Repayment']);
});
