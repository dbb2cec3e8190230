// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadItem, Uploads } from '../../plan/uploads.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(async () => {
  await fetchWidgets(['photos']);
  // jsdom has no images: any address will do.
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
});
afterEach(cleanup);

const item = (key: string, phase: UploadItem['phase'], rest: Partial<UploadItem> = {}): UploadItem => ({
  key,
  phase,
  percent: 0,
  ...rest,
});
const uploadsOf = (items: readonly UploadItem[]) => ({
  items,
  add: vi.fn<Uploads['add']>(),
  opening: vi.fn<Uploads['opening']>(),
  retry: vi.fn<Uploads['retry']>(),
  remove: vi.fn<Uploads['remove']>(),
});

function draw(items: readonly UploadItem[], snapshot: object = {}) {
  const uploads = uploadsOf(items);
  const node = fakeNode('photos', {
    id: 'pictures',
    props: { name: 'pictures', label: 'Photos', upload: 'store-photo', max: 3 },
    snapshot: { uploads, ...snapshot },
  });
  return { uploads, node, ...drawNodes(node) };
}

const content = new Blob(['picture']);
const done = (key: string) => item(key, 'done', { content, url: `https://pictures.test/${key}` });
const picker = () => page.queryByLabelText<HTMLInputElement>(/^Add photo, /);

const status = (container: Element) => container.querySelector('.cz-field-hint')?.textContent;

describe('Photos: picked, shown, removed', () => {
  it('the picker shows the count, takes several, and does not force the camera', () => {
    draw([done('a')]);
    const input = page.getByLabelText<HTMLInputElement>('Add photo, 1 of 3 added');
    expect([input.type, input.accept, input.multiple, input.hasAttribute('capture')]).toEqual([
      'file',
      'image/jpeg,image/png',
      true,
      false,
    ]);
    expect(page.getByText('Up to 3 photos')).toBeDefined();
  });

  it('passes on every picked file, and lets the person pick the same file again', async () => {
    const { uploads } = draw([]);
    const file = new File(['1'], 'one.png', { type: 'image/png' });
    const input = picker();
    await userEvent.upload(input as HTMLInputElement, [
      file,
      new File(['2'], 'two.png', { type: 'image/png' }),
    ]);
    expect(uploads.add.mock.calls.map(([sources]) => sources.length)).toEqual([2]);
    expect(input?.value).toBe('');
  });

  it('passes on files that were picked before the form is loaded', async () => {
    const { node } = draw([], { uploads: undefined });
    await userEvent.upload(picker() as HTMLInputElement, new File(['1'], 'one.png', { type: 'image/png' }));
    const uploads = uploadsOf([]);
    await act(async () => node.set({ uploads }));
    await act(async () => node.set({ uploads: { ...uploads } }));
    expect(uploads.add.mock.calls.map(([sources]) => sources.length)).toEqual([1]);
  });

  it('at the maximum the picker is removed, and the focus stays in the list', async () => {
    const { node, uploads } = draw([done('a'), done('b')]);
    await act(async () => picker()?.focus());
    await act(async () => node.set({ uploads: { ...uploads, items: [done('a'), done('b'), done('c')] } }));
    expect(picker()).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('list', { name: 'Photos' }));
  });

  it('each photo has its position and state in its name; a tap on a failed photo retries, X removes', async () => {
    const { uploads } = draw([
      done('a'),
      item('b', 'sending', { content, percent: 42 }),
      item('c', 'failed'),
    ]);
    expect(page.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Photo 1, uploaded. View',
      'Remove photo 1',
      'Photo 2, uploading. View',
      'Remove photo 2',
      'Photo 3, not uploaded. Try again',
      'Remove photo 3',
    ]);
    expect(page.getByText('42%')).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Photo 3, not uploaded. Try again' }));
    expect(uploads.retry).toHaveBeenCalledWith('c');
    await userEvent.click(page.getByRole('button', { name: 'Remove photo 2' }));
    expect(uploads.remove).toHaveBeenCalledWith('b');
  });

  it('shows the progress, and then failures with the service’s message', async () => {
    const { node, uploads, container } = draw([done('a'), item('b', 'waiting')]);
    expect(status(container)).toBe('Uploading 2 of 2');
    const items = [done('a'), item('b', 'failed', { message: 'The picture is too large.' })];
    await act(async () => node.set({ uploads: { ...uploads, items } }));
    expect(status(container)).toBe('The picture is too large.');
  });

  it('5.25 shows that the selection exceeded the maximum, beside the progress of the others', async () => {
    const { node, uploads, container } = draw([done('a')], {});
    const cut = { ...uploads, isCut: true as const };
    await act(async () => node.set({ uploads: cut }));
    expect(status(container)).toBe('No more than 3 can be added. The rest was left out.');
    await act(async () => node.set({ uploads: { ...cut, items: [done('a'), item('b', 'waiting')] } }));
    expect(status(container)).toBe('No more than 3 can be added. The rest was left out. Uploading 2 of 2');
  });

  it('shows the local file, and releases its memory', () => {
    const { container, unmount } = draw([done('a')]);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:picture');
    unmount();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:picture');
  });

  it('without a local file it shows the uploaded photo', () => {
    const { container } = draw([item('a', 'done', { url: 'https://pictures.test/a' })]);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://pictures.test/a');
  });

  it('the problem describes the picker', () => {
    draw([], { problem: 'Add a photo', isRequired: true });
    expect(picker()?.getAttribute('aria-describedby')).toBe('pictures-problem');
    expect(picker()?.getAttribute('aria-invalid')).toBe('true');
  });
});
