import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import type { UploadItem } from '../../plan/uploads.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { PhotosProps } from '../props.generated.ts';
import { PhotoTile } from './photo-tile.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import './photos.css';
import { shrinkPhoto } from './shrink-photo.ts';

export const photos = defineWidget<PhotosProps>({ type: 'photos', Widget: Photos });

function Photos({ props, id, field, isEnabled, say, cover }: WidgetProps<PhotosProps>) {
  const { label, hint, max } = props;
  const uploads = field?.uploads;
  const items = uploads?.items ?? itemsOf(field?.value);
  const list = useRef<HTMLUListElement>(null);
  const [viewed, setViewed] = useState<string>();
  const shown = items.findIndex((item) => item.key === viewed);
  const room = max - items.length;
  useKeptFocus(list, items.length);

  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // The same file may be picked again after it was removed.
    currentTarget.value = '';
    uploads?.add(files.map((file) => ({ prepare: () => shrinkPhoto(file) })));
  };

  return (
    <FieldBox
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
    >
      <ul ref={list} className="cz-photos" aria-labelledby={`${id}-label`} tabIndex={-1}>
        {items.map((item, index) => (
          <PhotoTile
            key={item.key}
            item={item}
            number={index + 1}
            isEnabled={isEnabled}
            say={say}
            onTap={() => (item.phase === 'failed' ? uploads?.retry(item.key) : setViewed(item.key))}
            onRemove={() => uploads?.remove(item.key)}
          />
        ))}
        {room > 0 ? (
          <li className="cz-photo cz-photo-add">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 5v14M5 12h14" />
            </svg>
            <span aria-hidden="true">{say('Add photo')}</span>
            <input
              {...describeControl({ id, hint, problem: field?.problem })}
              type="file"
              accept="image/*"
              multiple={room > 1}
              disabled={!isEnabled || typeof label === 'symbol'}
              aria-label={say('Add photo, {count} of {max} added')
                .replace('{count}', String(items.length))
                .replace('{max}', String(max))}
              aria-required={field?.isRequired || undefined}
              onClick={uploads?.opening}
              onChange={pick}
            />
          </li>
        ) : null}
      </ul>
      <p className="cz-field-hint cz-photos-status" role="status">
        {statusOf(items, max, say)}
      </p>
      {shown >= 0 && items[shown] !== undefined ? (
        <PhotoViewer
          id={`${id}-viewer`}
          item={items[shown]}
          number={shown + 1}
          say={say}
          cover={cover}
          onDismiss={() => setViewed(undefined)}
        />
      ) : null}
    </FieldBox>
  );
}

/** What is known of a field whose form is not there: addresses, all of them uploaded. */
function itemsOf(value: unknown): readonly UploadItem[] {
  const urls: readonly unknown[] = Array.isArray(value) ? value : [];
  return urls.map((url, index) => ({ key: String(index), phase: 'done', percent: 100, url: String(url) }));
}

function statusOf(items: readonly UploadItem[], max: number, say: WidgetProps<PhotosProps>['say']): string {
  const of = (phase: UploadItem['phase']) => items.filter((item) => item.phase === phase);
  const failed = of('failed');
  const done = of('done').length;
  if (done + failed.length < items.length) {
    return say('Uploading {number} of {count}')
      .replace('{number}', String(done + 1))
      .replace('{count}', String(items.length - failed.length));
  }
  if (failed.length > 0) {
    return failed[0]?.message ?? say('Some photos were not uploaded. Try again, or remove them.');
  }
  return say('Up to {max} photos').replace('{max}', String(max));
}

/** What had the focus may be gone with the photo, or with the last free place: it stays in the list. */
function useKeptFocus(list: React.RefObject<HTMLUListElement | null>, count: number): void {
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
