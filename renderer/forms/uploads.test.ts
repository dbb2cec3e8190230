import { describe, expect, it, vi } from 'vitest';
import { act, play, say } from '../actions/testing.ts';
import { endpoint, type FakeCall, get, node, settle } from '../runtime/testing.ts';
import type { ActionPlan, NodePlan, Plan } from '../plan/plan.ts';
import { NOT_UPLOADED } from '../plan/upload-kinds.ts';
import { createForms } from './edit-forms.ts';

const URL_SHAPE = { type: 'url' } as const;
const storePhoto: Plan['endpoints'][string] = {
  ...endpoint('store-photo', { url: URL_SHAPE }, []),
  method: 'POST',
  encoding: 'multipart',
  safe: false,
  request: [{ name: 'picture', wire: 'picture_file', file: true }],
};

async function playPhotos(on: { [event: string]: readonly ActionPlan[] } = {}, rest: Partial<NodePlan> = {}) {
  const photos = node('photos', 'photos', {
    props: { name: 'photos', label: 'Photos', upload: 'store-photo', max: 3 },
    on,
    ...rest,
  });
  const form = node('form', 'review', {
    slots: { body: [photos] },
    on: {
      submit: [say(['text', 'Sent {urls}', { urls: ['call', 'join', get('form.review.photos'), ','] }])],
      invalid: [say(get('error.message'))],
    },
  });
  const played = await play({
    tap: [act('submit', { form: 'review' })],
    plan: { body: [form], endpoints: { 'store-photo': storePhoto } },
    app: {
      failures: { invalid: [], default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] },
    },
    options: { createForms },
  });
  const field = () => played.find('photos')?.snapshot();
  const uploads = () => {
    const found = field()?.uploads;
    if (found === undefined) throw new Error('There are no uploads.');
    return found;
  };
  const { calls } = played.world;
  const call = (index: number): FakeCall => {
    const found = calls[index];
    if (found === undefined) throw new Error(`Nothing was sent a ${index + 1}. time.`);
    return found;
  };
  const add = async (count: number) => {
    uploads().add(
      Array.from({ length: count }, (_, index) => ({
        prepare: async () => new Blob([`photo ${index}`]),
        failed: NOT_UPLOADED.photos,
      })),
    );
    await settle();
  };
  const phases = () => uploads().items.map((item) => item.phase);
  const url = (index: number) => ({ url: `https://pictures.test/${index}` });
  return { ...played, field, uploads, calls, call, add, phases, url };
}

describe('photos: each is uploaded as soon as it is picked', () => {
  it('sends the file under its wire name, and the value is the list of addresses in order', async () => {
    const { add, call, calls, field, url, phases } = await playPhotos();
    await add(2);
    expect(call(0).file?.name).toBe('picture_file');
    expect(await call(0).file?.content.text()).toBe('photo 0');
    await call(1).reply(url(1));
    expect(field()?.value).toEqual(['https://pictures.test/1']);
    await call(0).reply(url(0));
    expect(field()?.value).toEqual(['https://pictures.test/0', 'https://pictures.test/1']);
    expect(phases()).toEqual(['done', 'done']);
    expect(calls).toHaveLength(2);
  });

  it('at most two uploads run at once, and no photo beyond max is added', async () => {
    const { add, calls, call, url, phases } = await playPhotos();
    await add(5);
    expect(phases()).toEqual(['sending', 'sending', 'waiting']);
    expect(calls).toHaveLength(2);
    await call(0).reply(url(0));
    expect(phases()).toEqual(['done', 'sending', 'sending']);
    await add(1);
    expect(phases()).toHaveLength(3);
  });

  it('5.25 shows that some files exceeded max, until one is removed or another picked', async () => {
    const { add, uploads } = await playPhotos();
    await add(2);
    expect(uploads().isCut).toBeUndefined();
    await add(2);
    expect(uploads().isCut).toBe(true);
    uploads().remove(uploads().items[0]?.key ?? '');
    expect(uploads().isCut).toBeUndefined();
    await add(1);
    expect(uploads().isCut).toBeUndefined();
  });

  it('shows the progress; 100 % sent does not count as arrived', async () => {
    const { add, call, uploads } = await playPhotos();
    await add(1);
    call(0).file?.onProgress(0.42);
    expect(uploads().items[0]?.percent).toBe(42);
    call(0).file?.onProgress(1);
    expect(uploads().items[0]?.percent).toBe(99);
  });

  it('runs the uploaded list once for photos that were picked together', async () => {
    const { add, call, url, toasts } = await playPhotos({ uploaded: [say('Uploaded')] });
    await add(2);
    await call(0).reply(url(0));
    expect(toasts()).toEqual([]);
    await call(1).reply(url(1));
    expect(toasts()).toEqual(['Uploaded']);
  });
});

describe('photos: a failed photo is shown, and is retried or removed on its own', () => {
  it('a failed photo runs the failed list with its error; the others continue', async () => {
    const { add, call, url, toasts, phases, field } = await playPhotos({ failed: [say(get('error.kind'))] });
    await add(2);
    await call(0).fail();
    await call(1).reply(url(1));
    expect(toasts()).toEqual(['network']);
    expect(phases()).toEqual(['failed', 'done']);
    expect(field()?.value).toEqual(['https://pictures.test/1']);
  });

  it('without a failed list the default failure of that kind runs', async () => {
    const { add, call, toasts } = await playPhotos();
    await add(1);
    await call(0).fail('timeout');
    expect(toasts()).toEqual(['Failed: timeout']);
  });

  it('retry sends the same image again, encoded once', async () => {
    const { uploads, call, calls, url, field } = await playPhotos();
    const prepare = vi.fn(async () => new Blob(['once']));
    uploads().add([{ prepare }]);
    await settle();
    await call(0).fail();
    uploads().retry(uploads().items[0]?.key ?? '');
    await settle();
    expect(prepare).toHaveBeenCalledTimes(1);
    expect(calls).toHaveLength(2);
    await call(1).reply(url(7));
    expect(field()?.value).toEqual(['https://pictures.test/7']);
  });

  it('removal aborts the upload, and its answer has no effect', async () => {
    const { add, uploads, call, url, field, phases } = await playPhotos();
    await add(1);
    uploads().remove(uploads().items[0]?.key ?? '');
    expect(call(0).signal.aborted).toBe(true);
    await call(0).reply(url(0));
    expect(phases()).toEqual([]);
    expect(field()?.value).toBeUndefined();
  });

  it('when the device is offline, queued photos fail too, and one message is shown', async () => {
    const { add, call, toasts, phases } = await playPhotos();
    await add(3);
    await call(0).fail('offline', false);
    await call(1).fail('offline', false);
    expect(phases()).toEqual(['failed', 'failed', 'failed']);
    expect(toasts()).toEqual(['Failed: offline']);
  });

  it('a file that is not an image fails before anything is sent', async () => {
    const { uploads, calls, phases } = await playPhotos();
    uploads().add([{ prepare: () => Promise.reject(new Error('not an image')) }]);
    await settle();
    expect(phases()).toEqual(['failed']);
    expect(uploads().items[0]?.message).toBe('This file cannot be read as a photo.');
    expect(calls).toHaveLength(0);
  });
});

describe('S10: submit waits for uploads, and a form with a failed one is not sent', () => {
  it('shows the progress while it waits, then sends the addresses', async () => {
    const { add, tap, call, url, toasts, screen } = await playPhotos();
    await add(2);
    await tap();
    const busy = () => screen.surface.snapshot().busyText;
    expect(busy()).toBe('Uploading 1 of 2');
    await call(0).reply(url(0));
    expect(busy()).toBe('Uploading 2 of 2');
    expect(toasts()).toEqual([]);
    await call(1).reply(url(1));
    expect(busy()).toBeUndefined();
    expect(toasts()).toEqual(['Sent https://pictures.test/0,https://pictures.test/1']);
  });

  it('a failed photo is a problem of the field until it is removed', async () => {
    const { add, tap, call, uploads, toasts, field } = await playPhotos({ failed: [] });
    await add(1);
    await call(0).fail();
    await tap();
    const message = 'Some photos were not uploaded. Try again, or remove them.';
    expect(toasts()).toEqual([message]);
    expect(field()?.problem).toBe(message);
    uploads().remove(uploads().items[0]?.key ?? '');
    expect(field()?.problem).toBeUndefined();
  });

  it('reset aborts the uploads and removes the photos', async () => {
    const { add, call, phases, screen } = await playPhotos();
    await add(1);
    screen.engine.forms.reset('review');
    expect(call(0).signal.aborted).toBe(true);
    expect(phases()).toEqual([]);
  });
});

describe('files: uploaded like photos, with names', () => {
  const source = (rest: object = {}) => ({
    prepare: async () => new Blob(['%PDF']),
    shown: { name: 'lease.pdf', bytes: 4 },
    fileName: 'file.pdf',
    ...rest,
  });

  it('shows the name of a file from the start, and sends another name', async () => {
    const { uploads, call, url } = await playPhotos();
    uploads().add([source()]);
    expect(uploads().items[0]).toMatchObject({ name: 'lease.pdf', bytes: 4 });
    await settle();
    expect(call(0).file?.fileName).toBe('file.pdf');
    await call(0).reply(url(0));
    expect(uploads().items[0]).toMatchObject({ name: 'lease.pdf', bytes: 4, phase: 'done' });
  });

  it('a refused file is never sent, shows the reason, and can only be removed', async () => {
    const { uploads, calls, call, url, toasts, tap, field } = await playPhotos(
      { failed: [say(get('error.message'))] },
      { type: 'files' },
    );
    uploads().add([source({ refused: 'This file is empty.' })]);
    await settle();
    const [item] = uploads().items;
    expect(item).toMatchObject({ phase: 'failed', isRefused: true, message: 'This file is empty.' });
    expect([calls.length, toasts()]).toEqual([0, ['This file is empty.']]);
    uploads().retry(item?.key ?? '');
    await settle();
    expect(calls).toEqual([]);
    await tap();
    expect(field()?.problem).toBe('Some files were not uploaded. Try again, or remove them.');
    uploads().remove(item?.key ?? '');
    uploads().add([source()]);
    await settle();
    await call(0).reply(url(0));
    await tap();
    expect(toasts().at(-1)).toBe('Sent https://pictures.test/0');
  });
});

describe('photos on a page without their contract', () => {
  it('fail with "unsupported"', async () => {
    const { uploads, toasts } = await playPhotos(
      {},
      { props: { name: 'photos', label: 'Photos', upload: 'other' } },
    );
    uploads().add([{ prepare: async () => new Blob(['x']) }]);
    await settle();
    expect(toasts()).toEqual(['Failed: unsupported']);
  });
});
