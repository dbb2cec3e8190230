import type { BrowserContext, Page } from '@playwright/test';
import { LONG, SEED } from '../property/settings.ts';
import { pngFile } from './png.ts';
import { expect, test, type Visit } from './visit.ts';

/* The phone kills the page at any moment, without an event: check 20. */

const KILLS = LONG ? 100 : 4;
/** A draft is stored 200 ms after the first letter; the rest is for a busy machine. */
const MOST_LOST_MS = 1_200;
const SOURCE = { lang: 'source' };

test.setTimeout(LONG ? 3_600_000 : 120_000);

/** Random whole numbers below a bound, seeded. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function openAgain(
  context: BrowserContext,
  borrower: Visit,
  path: string,
  more: object,
): Promise<Page> {
  const page = await context.newPage();
  await borrower.inTab(page).open(path, { ...SOURCE, ...more });
  return page;
}

/** All stored data of this origin, as one text. */
async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...Object.values<string>(localStorage), ...Object.values<string>(sessionStorage), document.cookie].join(
      ' ',
    ),
  );
}

/** A content of a text field, and its time. */
interface State {
  readonly text: string;
  readonly at: number;
}

/** Whether the field had this text at the kill, or at most MOST_LOST_MS before it. */
function isRecent(states: readonly State[], text: string, killedAt: number): boolean {
  const before = states.filter(({ at }) => at <= killedAt - MOST_LOST_MS);
  return states.slice(Math.max(before.length - 1, 0)).some((state) => state.text === text);
}

test('a page killed during typing loses only the last moment, restores nothing else, and stores no account number', async ({
  visit,
  page,
  context,
}) => {
  const dice = createDice(SEED);
  const borrower = visit('bank-form');
  await borrower.open('/bindBank', SOURCE);
  let now = page;
  let restored = '';
  for (let round = 0; round < KILLS; round += 1) {
    const holder = now.getByLabel('Account holder');
    const account = Array.from({ length: 12 }, () => dice(10)).join('');
    const states: State[] = [{ text: restored, at: 0 }];
    const isHolderFirst = dice(2) === 0;
    const keys = 6 + dice(24);
    let digits = '';
    const typeDigits = async () => {
      await now.getByLabel('Account number').fill('');
      for (const digit of account.slice(0, isHolderFirst ? dice(12) : 12)) {
        await now.keyboard.press(digit, { delay: dice(20) });
        digits += digit;
      }
    };
    if (!isHolderFirst) await typeDigits();
    await holder.fill('');
    states.push({ text: '', at: performance.now() });
    for (let key = 0; key < keys; key += 1) {
      const letter = 'abcdefgh'.charAt(dice(8));
      await now.keyboard.press(letter, { delay: dice(50) });
      states.push({ text: `${states.at(-1)?.text}${letter}`, at: performance.now() });
    }
    if (isHolderFirst) await typeDigits();
    const killedAt = performance.now();
    await kill(now);

    now = await openAgain(context, borrower, '/bindBank', {});
    const stored = await everythingStored(now);
    restored = /"Account holder","([^"]*)"/.exec(stored)?.[1] ?? '';
    const what = `kill ${round + 1}, seed ${SEED}: ${JSON.stringify(states)}, stored ${stored}`;
    await expect(now.getByLabel('Account holder'), what).toHaveValue(restored);
    expect(isRecent(states, restored, killedAt), what).toBe(true);
    if (digits.length >= 5) expect(stored).not.toContain(digits.slice(0, 5));
    await expect(now.getByLabel('Account number')).toHaveValue('');
  }
});

test('a page killed behind the file picker, or after a photo was chosen, has stored everything that was typed before', async ({
  visit,
  page,
  context,
}) => {
  const dice = createDice(SEED + 1);
  const borrower = visit('complaint');
  const form = { problemType: '2' };
  await borrower.open('/complainPageNext', { ...SOURCE, ...form });
  let now = page;
  for (let round = 0; round < Math.ceil(KILLS / 4); round += 1) {
    const box = now.getByRole('textbox', { name: 'Your comments' });
    const text = `Letter ${round}: ${'paid '.repeat(1 + dice(5))}`;
    await box.fill('');
    await box.pressSequentially(text);
    // The tap itself stores the draft: the page may be killed behind the picker.
    const opened = now.waitForEvent('filechooser');
    await now
      .getByLabel(/^Add photo, /)
      .first()
      .click();
    const picker = await opened;
    if (round % 2 === 1) await picker.setFiles(pngFile(`slip-${round}.png`, 40, 30));
    await kill(now);
    now = await openAgain(context, borrower, '/complainPageNext', form);
    await expect(now.getByRole('textbox', { name: 'Your comments' })).toHaveValue(text);
    await now.getByRole('button', { name: 'Start over' }).click();
  }
});
