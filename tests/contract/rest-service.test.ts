// @vitest-environment jsdom
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, type RenderedScreen } from '#src/testing/index.ts';

/* The page with a contract of its own code: path parameters, methods, headers and statuses. */

const root = join(import.meta.dirname, '../../fixtures/examples/rest-service');

let rendered: RenderedScreen | undefined;
afterEach(() => rendered?.close());

const open = async (replies: object = {}) => {
  rendered = await renderScreen(
    'note',
    {
      scenario: 'usual',
      replies: {
        'read-note': { data: { text: 'Old text', version: '"v1"' } },
        'save-note': { data: {} },
        'delete-note': { data: {} },
        ...replies,
      },
    } as never,
    { root },
  );
  return rendered;
};
const save = async ({ page, user }: RenderedScreen) => {
  await user.type(await page.findByLabelText(/New text/), 'New');
  await user.click(page.getByRole('button', { name: 'Save' }));
};
const sent = () => rendered?.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);

describe('a REST service', () => {
  it('reads by a path parameter', async () => {
    const { page } = await open();
    await page.findByText('Old text');
    expect(sent()).toEqual(['GET /notes/7']);
  });

  it('a 404 that the contract calls absent is an absent result, not a failure', async () => {
    const { page } = await open({ 'read-note': { status: 404, body: '' } });
    expect((await page.findAllByText('There is no such note.')).length).toBe(1);
  });

  it('saves by PUT with the version of the response header', async () => {
    const screen = await open();
    await save(screen);
    await screen.page.findAllByText('Saved.');
    const put = screen.requests.find(({ method }) => method === 'PUT');
    expect(put).toMatchObject({ url: '/notes/7', body: '{"text":"New"}' });
    expect(put?.headers).toMatchObject({ 'If-Match': '"v1"' });
  });

  it('a status has the code that catch asks for', async () => {
    const screen = await open({ 'save-note': { status: 412, body: '' } });
    await save(screen);
    expect((await screen.page.findAllByText(/Somebody has changed the note/)).length).toBeGreaterThan(0);
  });

  it('a message of RFC 9457 is shown at the field of its pointer', async () => {
    const problem = { title: 'Not stored.', errors: [{ pointer: '#/text', detail: 'Too short.' }] };
    const screen = await open({ 'save-note': { status: 422, body: JSON.stringify(problem) } });
    await save(screen);
    expect((await screen.page.findAllByText('Too short.')).length).toBeGreaterThan(0);
  });

  it('an answer that is lost is told with the words of the contract', async () => {
    const screen = await open({ 'delete-note': { status: 500, body: '' } });
    await screen.user.click(await screen.page.findByRole('button', { name: 'Delete' }));
    expect(
      (await screen.page.findAllByText(/We do not know whether the note was deleted/)).length,
    ).toBeGreaterThan(0);
  });

  it('a list alone is a member of the reply, and a header beside it another', async () => {
    const answer = { status: 200, body: '[{"id":"1","text":"First"},{"id":"2","text":"Second"}]' };
    rendered = await renderScreen(
      'all-notes',
      { scenario: 'usual', replies: { 'list-notes': answer } } as never,
      { root },
    );
    await rendered.page.findByText('Second');
    expect((await rendered.page.findAllByText('2 notes')).length).toBe(1);
  });

  it('a fixture of a list alone is a record with that member', async () => {
    rendered = await renderScreen('all-notes', { scenario: 'usual' } as never, { root });
    await rendered.page.findByText('Return the atlas by Friday.');
    expect((await rendered.page.findAllByText('2 notes')).length).toBe(1);
  });

  it('deletes by DELETE', async () => {
    const screen = await open();
    await screen.user.click(await screen.page.findByRole('button', { name: 'Delete' }));
    await screen.page.findAllByText('Deleted.');
    expect(sent()).toContain('DELETE /notes/7');
  });
});
