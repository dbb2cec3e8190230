// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadItem, Uploads } from '../../plan/uploads.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['files']));
afterEach(cleanup);

function draw(items: readonly UploadItem[], snapshot: object = {}) {
  const uploads = {
    items,
    add: vi.fn<Uploads['add']>(),
    opening: vi.fn<Uploads['opening']>(),
    retry: vi.fn<Uploads['retry']>(),
    remove: vi.fn<Uploads['remove']>(),
  };
  const node = fakeNode('files', {
    id: 'papers',
    props: {
      name: 'papers',
      label: 'Papers',
      upload: 'store-photo',
      accept: ['.pdf'],
      max: 2,
      maxBytes: 1000,
    },
    snapshot: { uploads, ...snapshot },
  });
  return { uploads, node, ...drawNodes(node) };
}
const item = (key: string, phase: UploadItem['phase'], rest: Partial<UploadItem> = {}): UploadItem => ({
  key,
  phase,
  percent: 0,
  name: `${key}.pdf`,
  bytes: 1_200_000,
  ...rest,
});
const picker = () => page.queryByLabelText<HTMLInputElement>(/^Add file, /);
const pdf = (name: string, content = 'pdf') => new File([content], name, { type: 'application/pdf' });

describe('Files: picked, named, removed', () => {
  it('passes on the picked files, with a name to show, a name to send, and a reason for refusal', async () => {
    const { uploads } = draw([]);
    const input = picker() as HTMLInputElement;
    expect([input.type, input.accept, input.multiple, input.getAttribute('aria-label')]).toEqual([
      'file',
      '.pdf',
      true,
      'Add file, 0 of 2 added',
    ]);
    const files = [pdf('Lease\u202E.pdf'), pdf('long.pdf', 'x'.repeat(1001))];
    await userEvent.upload(input, files);
    const [sources] = uploads.add.mock.calls[0] ?? [];
    expect(sources?.map(({ shown, fileName, refused }) => ({ shown, fileName, refused }))).toEqual([
      { shown: { name: 'Lease.pdf', bytes: 3 }, fileName: 'file.pdf', refused: undefined },
      {
        shown: { name: 'long.pdf', bytes: 1001 },
        fileName: 'file.pdf',
        refused: 'This file is larger than 1 kB.',
      },
    ]);
    expect(await sources?.[0]?.prepare()).toBe(files[0]);
    expect(input.value).toBe('');
  });

  it('each file shows its name and state; a failed file is retried or removed, a refused file only removed', async () => {
    const { uploads } = draw([
      item('a', 'failed', { message: 'The service was tired.' }),
      item('b', 'failed', { isRefused: true, message: 'This file is empty.' }),
    ]);
    expect(page.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Try again: a.pdf',
      'Remove a.pdf',
      'Remove b.pdf',
    ]);
    expect(page.getByText('This file is empty.')).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Try again: a.pdf' }));
    await userEvent.click(page.getByRole('button', { name: 'Remove b.pdf' }));
    expect([uploads.retry.mock.calls, uploads.remove.mock.calls]).toEqual([[['a']], [['b']]]);
  });

  it('shows the progress, then the size; for a restored file only that it is uploaded', async () => {
    const { node, uploads, container } = draw([item('a', 'sending', { percent: 42 })]);
    expect(page.getByRole<HTMLProgressElement>('progressbar', { name: 'a.pdf' }).value).toBe(42);
    expect(container.querySelector('.cz-field-hint')?.textContent).toBe('Uploading 1 of 1');
    const { name: _name, bytes: _bytes, ...nameless } = item('b', 'done');
    await act(async () => node.set({ uploads: { ...uploads, items: [item('a', 'done'), nameless] } }));
    expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a.pdf Uploaded · 1.2 MB',
      'File 2 Uploaded',
    ]);
    expect(picker()).toBeNull();
  });

  it('at the maximum the focus stays in the list', async () => {
    const { node, uploads } = draw([item('a', 'done')]);
    await act(async () => picker()?.focus());
    await act(async () =>
      node.set({ uploads: { ...uploads, items: [item('a', 'done'), item('b', 'done')] } }),
    );
    expect(document.activeElement).toBe(page.getByRole('list', { name: 'Papers' }));
  });

  it('the problem describes the picker, and nothing can be changed if it is disabled', () => {
    draw([item('a', 'done')], { problem: 'Add the lease', isRequired: true, enabled: false });
    expect(document.getElementById(picker()?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Add the lease',
    );
    expect([picker()?.getAttribute('aria-required'), picker()?.disabled]).toEqual(['true', true]);
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Remove a.pdf' }).disabled).toBe(true);
  });
});
