import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { Asset } from '#src/shared/registry/asset.ts';
import { decide, type Role } from '#src/review/roles.ts';
import { ASSET_NAME } from '#src/shared/operation-bodies.ts';
import { ASSETS, NEW_ASSET } from '../answers.ts';
import { type Ask, Refused, readAs } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import type { Autosave } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';
import { nameOf } from '../model/uses.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { KEYS } from '../queries/keys.ts';
import { titleIn } from '../review/words.ts';
import { TooltipButton } from '../ui/tooltip-button.tsx';
import { listDraftAssets, nameFor, type DraftAsset, writeBytes } from './draft-assets.ts';
import './assets.css';

export interface AssetsProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly ask: Ask;
  readonly autosave: Pick<Autosave, 'advance'>;
  readonly account: { readonly role: Role };
  onShow(place: Selection): void;
}

/** Sizes by content hash. */
type Known = ReadonlyMap<string, Pick<Asset, 'bytes' | 'width' | 'height'>>;

/** Lists the draft's assets with size and use; adds new ones and removes unused ones. */
export function Assets({ workspace, view, ask, autosave, account, onShow }: AssetsProps) {
  const pictures = useMemo(() => listDraftAssets(view.files), [view.files]);
  const client = useQueryClient();
  // The list can be used without sizes.
  const { data } = useQuery({ queryKey: KEYS.assets, queryFn: () => readAs(ASSETS, ask('GET', '/assets')) });
  const known: Known = new Map(data?.assets.map((one) => [one.content, one]));
  const may = decide(account.role, 'edit') === 'yes';

  async function add(name: string, file: File): Promise<void> {
    const base64 = await readBase64(file);
    const { asset } = await autosave.advance((draft) =>
      readAs(NEW_ASSET, ask('POST', `/drafts/${draft.id}/assets`, { seen: draft.revision, name, base64 })),
    );
    void client.invalidateQueries({ queryKey: KEYS.assets });
    const former = pictures.filter((one) => one.name === name && one.path !== asset.path);
    workspace.edit({
      label: `Picture ${name}`,
      changes: { ...Object.fromEntries(former.map(({ path }) => [path, null])), [asset.path]: asset.content },
    });
  }

  return (
    <section className="st-pictures" aria-label="Pictures">
      {may ? <NewPicture names={pictures.map(({ name }) => name)} onAdd={add} /> : null}
      <ul>
        {pictures.map((picture) => (
          <li key={picture.path} className="st-card">
            <img src={picture.address} alt="" loading="lazy" />
            <strong>{picture.name}</strong>
            <span className="st-soft">{describeSize(picture, known)}</span>
            <Uses {...{ view, picture, onShow }} />
            {may ? (
              <TooltipButton
                name={`Remove ${picture.name}`}
                hint={picture.usedIn.length > 0 ? 'The picture is in use: remove it there first.' : undefined}
                className=""
                isOff={picture.usedIn.length > 0}
                onPress={() =>
                  workspace.edit({
                    label: `Remove picture ${picture.name}`,
                    changes: { [picture.path]: null },
                  })
                }
              >
                Remove
              </TooltipButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeSize({ path, content }: DraftAsset, known: Known): string {
  const kind = path.replace(/^.*\./, '').toUpperCase();
  const { bytes, width, height } = known.get(content) ?? {};
  return [
    kind,
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height}`]),
    ...(bytes === undefined ? [] : [writeBytes(bytes)]),
  ].join(', ');
}

interface UsesProps extends Pick<AssetsProps, 'view' | 'onShow'> {
  readonly picture: DraftAsset;
}

function Uses({ view, picture, onShow }: UsesProps) {
  if (picture.usedIn.length === 0) return <span className="st-soft">Not used</span>;
  return (
    <span className="st-picture-uses">
      Used in{' '}
      {picture.usedIn.map((path) => (
        <button
          key={path}
          type="button"
          className="st-link"
          title={nameOf(path)}
          aria-label={`${titleIn(view, path)} uses ${picture.name}`}
          onClick={() => onShow({ file: path, pointer: '' })}
        >
          {titleIn(view, path)}
        </button>
      ))}
    </span>
  );
}

interface NewPictureProps {
  readonly names: readonly string[];
  /** @throws Refused with a message for the person. */
  onAdd(name: string, file: File): Promise<void>;
}

const NEW_PICTURE = v.object({
  file: v.pipe(
    v.custom<FileList>(
      (list) => list instanceof FileList && list.length > 0,
      'is missing: choose a picture.',
    ),
    v.transform((list) => list[0]),
  ),
  name: ASSET_NAME,
});

interface NewPictureInput {
  readonly file: FileList | null;
  readonly name: string;
}

const NO_PICTURE: NewPictureInput = { file: null, name: '' };

function NewPicture({ names, onAdd }: NewPictureProps) {
  const [said, setSaid] = useState('');
  const { control, getValues, setValue, reset, ...form } = useStaffForm({
    schema: NEW_PICTURE,
    first: NO_PICTURE,
    async send({ file, name }) {
      setSaid('');
      if (file !== undefined) await onAdd(name, file);
      setSaid(`${name} is in the draft.`);
    },
  });
  const name = useWatch({ control, name: 'name' });

  async function submit(event: FormEvent): Promise<void> {
    if (await form.submit(event)) reset();
  }

  function propose({ target }: ChangeEvent<HTMLInputElement>): void {
    const proposed = nameFor(target.files?.[0]?.name ?? '');
    if (proposed !== '' && getValues('name') === '') setValue('name', proposed, { shouldValidate: true });
  }

  return (
    <form
      className="st-card st-picture-new"
      aria-label="A new picture"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label="JPEG or PNG, 4 MB at most" of={form.field('file', { onChange: propose })}>
        {(own) => <input type="file" accept="image/jpeg,image/png" {...own} />}
      </Field>
      <Field label="Name" of={form.field('name')}>
        {(own) => <input {...own} />}
      </Field>
      <button type="submit" className="st-primary" disabled={form.isSending}>
        {names.includes(name) ? `Replace ${name}` : 'Add'}
      </button>
      <span role="status">{form.isSending ? 'The server is processing the picture…' : said}</span>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
    </form>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(new Refused('invalid', 'The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
