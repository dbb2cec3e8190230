import { type ChangeEvent, type RefObject, useEffect, useRef } from 'react';
import type { UploadItem, Uploads, UploadSource } from '../plan/uploads.ts';
import type { EngineWord, Say } from '../plan/words.ts';
import { boxOf, describeControl, type GivenField } from './field.tsx';
import './upload-list.css';

interface UploadField extends GivenField {
  readonly props: GivenField['props'] & { readonly max: number };
  readonly field?: NonNullable<GivenField['field']> & {
    readonly value: unknown;
    readonly uploads?: Uploads;
  };
  readonly isEnabled: boolean;
  readonly say: Say;
}

/**
 * The items of a photo or file field, and the properties of its list and of the control that adds more.
 *
 * @param failed - Message of the field while an upload has failed, and for one without its own message.
 */
export function useUploadList(
  given: UploadField,
  failed: EngineWord,
  toSource: (file: File) => UploadSource,
) {
  const { props, field, isEnabled, say } = given;
  const { max } = props;
  const uploads = field?.uploads;
  const items = uploads?.items ?? uploadedItems(field?.value);
  const room = max - items.length;
  const ref = useRef<HTMLUListElement>(null);
  useKeptFocus(ref, items.length);
  const list = { ref, 'aria-labelledby': `${given.id}-label`, tabIndex: -1 };
  const add = useAdding(uploads);
  const picker = {
    ...describeControl(boxOf(given)),
    type: 'file',
    multiple: room > 1,
    disabled: !isEnabled || typeof props.label === 'symbol',
    'aria-required': field?.isRequired || undefined,
    onClick: uploads?.opening,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      const picked = [...(currentTarget.files ?? [])];
      // Allows the same file to be picked again after it was removed.
      currentTarget.value = '';
      add(picked.map((file) => ({ failed, ...toSource(file) })));
    },
  };
  const status = uploadStatus({ items, isCut: uploads?.isCut === true, max, failed, say });
  return { uploads, items, list, hasRoom: room > 0, picker, status };
}

/** Without a form the value is known: addresses of uploaded items. */
export function uploadedItems(value: unknown): readonly UploadItem[] {
  const urls: readonly unknown[] = Array.isArray(value) ? value : [];
  return urls.map((url, index) => ({ key: String(index), phase: 'done', percent: 100, url: String(url) }));
}

interface Told {
  readonly items: readonly UploadItem[];
  /** The last selection exceeded the maximum. */
  readonly isCut: boolean;
  readonly max: number;
  readonly failed: EngineWord;
  readonly say: Say;
}

/** Status text: which files were left out, then progress or failures; undefined if there is none. */
function uploadStatus({ items, isCut, max, failed, say }: Told): string | undefined {
  const progress = progressOf(items, failed, say);
  if (!isCut) return progress;
  const cut = say('No more than {max} can be added. The rest was left out.', { max });
  return progress === undefined ? cut : `${cut} ${progress}`;
}

function progressOf(items: readonly UploadItem[], failed: EngineWord, say: Say): string | undefined {
  const of = (phase: UploadItem['phase']) => items.filter((item) => item.phase === phase);
  const broken = of('failed');
  const done = of('done').length;
  if (done + broken.length < items.length) {
    return say('Uploading {number} of {count}', { number: done + 1, count: items.length - broken.length });
  }
  return broken.length > 0 ? (broken[0]?.message ?? say(failed)) : undefined;
}

/** Passes on picked files. Keeps them until the form's code is loaded, so that none is lost. */
function useAdding(uploads: Uploads | undefined): (sources: readonly UploadSource[]) => void {
  const waiting = useRef<UploadSource[]>([]);
  useEffect(() => {
    if (uploads !== undefined && waiting.current.length > 0) uploads.add(waiting.current.splice(0));
  }, [uploads]);
  return (sources) => {
    if (uploads === undefined) waiting.current.push(...sources);
    else uploads.add(sources);
  };
}

/** Keeps the focus in the list when the focused item, or the add button, disappears. */
function useKeptFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const known = useRef(count);
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (known.current !== count && hadFocus.current && document.activeElement === document.body) {
      (element?.querySelector<HTMLElement>('input') ?? element)?.focus();
    }
    known.current = count;
    const note = () => {
      hadFocus.current = element?.contains(document.activeElement) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list, count]);
}
