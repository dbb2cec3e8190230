import { FaultProxy } from './fault-proxy.ts';
import { untilKept } from './kept.ts';
import { CASES, openKept } from './kept-faults.ts';
import { expect, PAY_CODE, test } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/* Check 7: despite every fault of the server a screen opens, from the last complete release. For every screen: `kept-everywhere.spec.ts`. */

const PATHS = ['/order', '/repay', '/aboutUs'] as const;
/** A different screen for each fault. */
const pathOf = (at: number) => PATHS[at % PATHS.length] ?? '/order';
const DOCUMENTS = new RegExp(`^(${PATHS.join('|')})$`);

test('each fault of the server leaves the stored screens usable', async ({
  visit,
  page,
  context,
  baseURL,
}) => {
  // Twelve documents, one of which hangs.
  test.slow();
  const proxy = new FaultProxy(baseURL ?? '');
  const origin = await proxy.start();
  try {
    const borrower = visit('repayable');
    await openKept(borrower, origin);
    const seen: { [title: string]: string | undefined } = {};
    for (const [at, [title, { happen, isOffline, spoil }]] of Object.entries(CASES).entries()) {
      await spoil?.(page);
      // Calls still work: only the document fails.
      proxy.fault = happen && { paths: DOCUMENTS, happen };
      await context.setOffline(isOffline === true);
      const path = pathOf(at);
      await page.goto(origin + borrower.address(path));
      await expect(page.getByRole('heading', { level: 1 }), `${title}: ${path}`).toBeVisible();
      await expect(page.getByRole('main'), `${title}: ${path}`).not.toBeEmpty();
      const kept = await page.locator('#capiz-release').getAttribute('data-kept');
      seen[title] = kept?.split(' ')[0];
    }
    const drawn = Object.entries(CASES).map(([title, { from = 'good' }]) => [title, from]);
    expect(seen).toEqual(Object.fromEntries(drawn));
  } finally {
    await proxy.stop();
  }
});

test('with the server unreachable the order is shown as last loaded, and nothing can be paid', async ({
  visit,
  page,
  baseURL,
}) => {
  const proxy = new FaultProxy(baseURL ?? '');
  const origin = await proxy.start();
  try {
    const borrower = visit('repayable');
    await page.goto(origin + borrower.address('/repay'));
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await untilKept(page);
    proxy.fault = { paths: /./, happen: 'refuse' };
    await page.reload();
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await borrower.button('Payment Method').click();
    await borrower.button('Payment').click();
    await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    proxy.fault = undefined;
    expect(await borrower.requests(PAY_CODE)).toEqual([]);
    // Later faults come from the network again.
    await page.reload();
    await expect(page.locator('#capiz-release')).not.toHaveAttribute('data-kept');
  } finally {
    await proxy.stop();
  }
});
