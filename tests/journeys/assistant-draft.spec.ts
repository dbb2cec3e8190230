import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { openStudio } from './studio.ts';

/* An assistant proposes a draft over HTTP; a colleague reviews it in the studio. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const SCREEN = 'screens/about-us.screen.json';

test('the review of a draft says which assistant wrote it, and for whom', async ({ page }) => {
  const token = readFileSync(join(own.folder, '.capiz/staff-token'), 'utf8').trim();
  const client = new Client({ name: 'helpful', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${own.origin}/capiz/mcp`), { requestInit: { headers } }),
  );
  const call = async (name: string, given: Record<string, unknown>) =>
    // Every answer of this server has data.
    (await client.callTool({ name, arguments: given })).structuredContent as Record<string, unknown>;
  const { draft } = await call('edit', {
    edits: [{ op: 'replace', path: SCREEN, pointer: '/title', value: 'Who we are' }],
  });
  const { address } = await call('propose', { draft, title: 'A shorter title' });
  await client.close();

  const faults = await openStudio(page, own, 'ana', 'approver');
  await page.goto(new URL(String(address), own.origin).href);
  await page.getByRole('link', { name: /^Review \d/ }).click();
  await expect(
    page.getByText(
      'Written with an assistant: helpful, for command-line. It counts as written by command-line',
    ),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Who we are');
  expect(faults).toEqual([]);
});
