import { type ChangeEvent, useRef, useState } from 'react';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { uploadStatus, uploadedItems, useAdding, useKeptFocus } from '../../kit/upload-list.ts';
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
  const add = useAdding(uploads);
  const items = uploads?.items ?? uploadedItems(field?.value);
  const list = useRef<HTMLUListElement>(null);
  const [viewed, setViewed] = useState<string>();
  const shown = items.findIndex((item) => item.key === viewed);
  const room = max - items.length;
  useKeptFocus(list, items.length);
  const failed = 'Some photos were not uploaded. Try again, or remove them.';
  const status = uploadStatus({ items, isCut: uploads?.isCut === true, max, failed, say });

  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // The same file may be picked again after it was removed.
    currentTarget.value = '';
    add(files.map((file) => ({ prepare: () => shrinkPhoto(file) })));
  };

  return (
    <FieldBox
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
      spoken={props.spoken}
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
              // By name: then WebKit makes a JPEG of what a phone keeps as HEIC, which few browsers can draw.
              accept="image/jpeg,image/png"
              multiple={room > 1}
              disabled={!isEnabled || typeof label === 'symbol'}
              aria-label={say('Add photo, {count} of {max} added', { count: items.length, max })}
              aria-required={field?.isRequired || undefined}
              onClick={uploads?.opening}
              onChange={pick}
            />
          </li>
        ) : null}
      </ul>
      <p className="cz-field-hint cz-photos-status" role="status">
        {status ?? say('Up to {max} photos', { max })}
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
