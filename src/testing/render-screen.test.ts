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

describe('renderScreen draws a screen of the project in the DOM of a test', () => {
  it('as its snapshot says, in another language too', async () => {
    expect((await draw('not-found')).tree()).toBe(written('not-found', 'content'));
    await drawn?.close();
    const { tree } = await draw('not-found', 'content', { language: 'fil-PH' });
    expect(tree()).toBe(written('not-found', 'content', 'fil-PH'));
    expect(tree()).not.toBe(written('not-found', 'content'));
  });

  it('in a state that a few steps lead to, and two times the same', async () => {
    const first = (await draw('order', 'popup-rating-no-star')).tree();
    expect(first).toContain('Choose 1 to 5 stars');
    await drawn?.close();
    expect((await draw('order', 'popup-rating-no-star')).tree()).toBe(first);
  });

  it("with Testing Library's queries and hands, and what left the page", async () => {
    const { page, user, wait, requests, left } = await draw('repay');
    await user.click(page.getByRole('button', { name: 'Payment Method' }));
    await wait();
    await user.click(page.getByRole('button', { name: 'Payment', hidden: true }));
    await wait();
    const [, paid] = requests;
    expect(paid).toMatchObject({ method: 'POST', body: expect.stringContaining('amount=341250') as string });
    expect(left).toEqual([expect.stringMatching(/^https:\/\/pay\.test\/pay\//)]);
  });

  it('with replies of the test in place of a scenario', async () => {
    const replies: Fixture['replies'] = {
      'order-details': { error: { code: '5001', message: 'Closed today.' } },
    };
    const { tree } = await draw('order', { shows: 'error', replies });
    expect(tree()).toContain('Closed today.');
  });

  it('fails an unmocked call by method, path and screen', async () => {
    await expect(draw('order', { replies: {} })).rejects.toThrow(
      /nobody answers GET \/\S+, which the screen order asked for/,
    );
  });

  it('says what was waited for in vain, and what was drawn instead', async () => {
    await expect(draw('not-found', { steps: [{ tap: 'Nowhere' }] })).rejects.toThrow(
      /Waited in vain for “Nowhere” to tap[^]*heading 1/,
    );
  });

  it('draws a definition that stands in no file', async () => {
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

  it('asks nobody for anything: the network of the test stays as it is', async () => {
    const connect = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('connected'));
    await draw('order');
    await drawn?.close();
    expect(connect).not.toHaveBeenCalled();
  });
});
