// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Fixture, type RenderedScreen, renderScreen } from './index.ts';
import { readSnapshot } from './snapshot-file.ts';

let drawn: RenderedScreen | undefined;
afterEach(async () => {
  await drawn?.close();
  drawn = undefined;
  vi.restoreAllMocks();
});

async function draw(...given: Parameters<typeof renderScreen>): Promise<RenderedScreen> {
  drawn = await renderScreen(...given);
  return drawn;
}

const written = (screen: string, state: string, language = 'en-PH') =>
  readSnapshot(readFileSync(`fixtures/snapshots/${language}/${screen}.txt`, 'utf8'))
    .find((block) => block.state === state)
    ?.lines.join('\n');

describe('renderScreen renders a screen of the project in the DOM of a test', () => {
  it('matches its snapshot, in another language too', async () => {
    expect((await draw('not-found')).tree()).toBe(written('not-found', 'content'));
    await drawn?.close();
    const { tree } = await draw('not-found', 'content', { language: 'fil-PH' });
    expect(tree()).toBe(written('not-found', 'filipino', 'fil-PH'));
    expect(tree()).not.toBe(written('not-found', 'content'));
  });

  it('reaches a state by steps, twice with the same result', async () => {
    const first = (await draw('order', 'popup-rating-no-star')).tree();
    expect(first).toContain('Choose 1 to 5 stars');
    await drawn?.close();
    expect((await draw('order', 'popup-rating-no-star')).tree()).toBe(first);
  });

  it("offers Testing Library's queries and user events, and lists the calls of the page", async () => {
    const { page, user, wait, requests, left } = await draw('repay');
    await user.click(page.getByRole('button', { name: 'Payment Method' }));
    await wait();
    await user.click(page.getByRole('button', { name: 'Payment', hidden: true }));
    await wait();
    const [, paid] = requests;
    expect(paid).toMatchObject({ method: 'POST', body: expect.stringContaining('amount=341250') as string });
    expect(left).toEqual([expect.stringMatching(/^https:\/\/pay\.test\/pay\//)]);
  });

  it('uses the replies of the test in place of a scenario', async () => {
    const replies: Fixture['replies'] = {
      'order-details': { error: { code: '5001', message: 'Closed today.' } },
    };
    const { tree } = await draw('order', { shows: 'error', replies });
    expect(tree()).toContain('Closed today.');
  });

  it('fails a call without a reply, with its method, path and screen', async () => {
    await expect(draw('order', { replies: {} })).rejects.toThrow(
      /nobody answers GET \/\S+, which the screen order asked for/,
    );
  });

  it('reports the element that a step waited for, and the page at that time', async () => {
    await expect(draw('not-found', { steps: [{ tap: 'Nowhere' }] })).rejects.toThrow(
      /Waited in vain for “Nowhere” to tap[^]*heading 1/,
    );
  });

  it('renders a definition without a file', async () => {
    const { tree } = await draw({
      $schema: '../schemas/screen.schema.json',
      grammar: 1,
      id: 'hello',
      title: 'Hello',
      public: true,
      body: [{ type: 'text', text: 'Good morning' }],
    });
    expect(tree()).toContain('"Good morning"');
  });

  it("makes no calls: the test's network functions stay unchanged", async () => {
    const connect = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('connected'));
    await draw('order');
    await drawn?.close();
    expect(connect).not.toHaveBeenCalled();
  });
});
