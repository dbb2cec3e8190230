import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect as expectAtOnce, test, Visit } from './visit.ts';

// An edit compiles the whole project, on a busy machine.
const expect = expectAtOnce.configure({ timeout: 20_000 });

/** `npm run dev` over a copy of the project, which the journey edits. */
const ROOT = resolve(import.meta.dirname, '../..');
const SCREEN = 'screens/payment-instructions.screen.json';
const project = mkdtempSync(join(tmpdir(), 'capiz-dev-'));
let dev: ChildProcess;
let origin = '';

// With workers allowed: `npm run dev` has no worker, and its pages must not request one.
test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  for (const folder of [
    'screens',
    'schemas/api',
    'fixtures/api',
    'fixtures/scenarios',
    'fixtures/states',
    'fixtures/service.json',
  ])
    cpSync(join(ROOT, folder), join(project, folder), { recursive: true });
  dev = spawn('node', [join(ROOT, 'bin/dev.mjs'), project], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  origin = await new Promise((done) => {
    let out = '';
    dev.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const address = /listens at (\S+)/.exec(out)?.[1];
      if (address !== undefined) done(address);
    });
  });
});

test.afterAll(async () => {
  const ended = new Promise((done) => dev.once('exit', done));
  dev.kill();
  await ended;
  rmSync(project, { recursive: true, force: true });
});

function edit(file: string, change: (text: string) => string): void {
  const path = join(project, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after, 'the edit changes the file').not.toBe(before);
  writeFileSync(path, after);
}

test('an edit shows in the open page; a broken definition shows its problem; a fixed one restores the screen', async ({
  page,
  request,
  violations,
}) => {
  const visit = new Visit(page, request, 'repayable');
  await page.goto(origin + visit.address('/carpmm'));
  const heading = page.getByRole('heading', { level: 1 });
  const title = /"title": "([^"]+)"/.exec(readFileSync(join(project, SCREEN), 'utf8'))?.[1] ?? '';
  await expect(heading).toHaveText(title);

  edit(SCREEN, (text) => text.replace(`"title": "${title}"`, '"title": "How to pay at a counter"'));
  await expect(heading).toHaveText('How to pay at a counter');

  edit(SCREEN, (text) => text.replace('"type": "text"', '"type": "txet"'));
  await expect(heading).toHaveText('The definitions have errors');
  await expect(page.locator('pre')).toContainText(SCREEN);
  await expect(page.locator('pre')).toContainText('"type": "txet"');
  await expect(page.locator('pre')).toContainText('^');

  // Another address and a new visit show the error too: nothing is blank.
  await page.goto(origin + visit.address('/order'));
  await expect(heading).toHaveText('The definitions have errors');
  await page.goBack();

  edit(SCREEN, (text) => text.replace('"type": "txet"', '"type": "text"'));
  await expect(heading).toHaveText('How to pay at a counter');
  expect(violations).toEqual([]);
});

test('an open page keeps its state when a definition changes', async ({ page, request, violations }) => {
  const visit = new Visit(page, request, 'repayable');
  await page.goto(origin + visit.address('/order'));
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const reads = async (): Promise<number> => {
    const reply = await request.get(`${origin}/capiz/reference/order?orderId=${visit.orderId}`);
    return ((await reply.json()) as { reads: number }).reads;
  };
  const before = await reads();
  expect(before).toBeGreaterThan(0);
  edit('screens/order.screen.json', (text) => text.replace(/"description": "/, '"description": "Edited. '));
  await expect.poll(reads).toBeGreaterThan(before);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(violations).toEqual([]);
});

test('an open state of the gallery stays open after an edit, and no request of its page is logged as failed', async ({
  page,
  violations,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${origin}/gallery/order/popup-rating-four-stars?lang=fil-PH`);
  const stars = page.getByRole('dialog').getByRole('radio', { name: '4', exact: false, checked: true });
  await expect(stars).toBeVisible();
  // By then a page would have registered the worker, which `npm run dev` does not have.
  await page.waitForTimeout(3000);
  const opened = page.url();

  edit('screens/order.screen.json', (text) =>
    text.replace(/"description": "/, '"description": "Edited again. '),
  );
  await expect.poll(() => page.url(), 'the page was loaded again').not.toBe(opened);
  await expect(stars).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil-PH');
  expect(new URL(page.url()).searchParams.get('capiz-state')).toBe('order/popup-rating-four-stars');
  expect(errors).toEqual([]);
  expect(violations).toEqual([]);
});

test("the inspector shows a node's source, its data and calls, and why another is hidden", async ({
  page,
  request,
  violations,
}) => {
  const visit = new Visit(page, request, 'repayable');
  await page.goto(origin + visit.address('/order'));
  const repay = page.getByRole('button', { name: 'REPAY', exact: true });
  await expect(repay).toBeVisible();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await page.keyboard.press('Alt+KeyI');

  await page.getByText('Sunrise Cash').hover();
  await expect(inspector).toContainText('data.order.productName = "Sunrise Cash"');
  await expect(inspector).toContainText(/screens\/parts\/order-summary\.part\.json:\d+:\d+/);
  await expect(inspector).toContainText(/order-details: success \(HTTP 200\), \d+ ms/);
  await inspector.getByRole('button', { name: 'again (button)' }).click();
  await expect(inspector.getByLabel('Node')).toHaveValue('again');
  await expect(inspector).toContainText("visibleWhen: data.order.orderStatus == '200'");
  await expect(inspector).toContainText('data.order.orderStatus = "174"');

  // A tap only selects; the inspector is also available in an open sheet.
  await inspector.getByRole('button', { name: 'Other side' }).click();
  await repay.click();
  await expect(inspector.getByLabel('Node')).toHaveValue('repay');
  await expect(page).toHaveURL(/\/order/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(inspector).toHaveCount(0);
  await page.goto(origin + visit.address('/repayDelay'));
  await page.getByRole('button', { name: 'Payment Method' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
  await inspector.getByLabel('Node').selectOption('pay/channels');
  await expect(inspector).toContainText('screens/parts/payment-channels.part.json');
  expect(violations).toEqual([]);
});

test('the borrower’s own pages contain no part of the inspector', async ({ request }) => {
  const html = await (await request.get('/order')).text();
  expect(html).toContain('capiz-release');
  expect(html).not.toContain('devtools');
  const built = join(ROOT, 'dist/borrower/assets');
  for (const file of readdirSync(built))
    expect(readFileSync(join(built, file), 'utf8')).not.toContain('/capiz/dev/');
});
