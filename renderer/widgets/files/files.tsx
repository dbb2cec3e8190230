import { type ChangeEvent, useRef } from 'react';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { uploadStatus, uploadedItems, useAdding, useKeptFocus } from '../../kit/upload-list.ts';
import type { UploadSource } from '../../plan/uploads.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { FilesProps } from '../props.generated.ts';
import { FileLine } from './file-line.tsx';
import './files.css';
import { findFileFault, sentName, shownName, writeSize } from './judge-file.ts';

export const files = defineWidget<FilesProps>({ type: 'files', Widget: Files });

/** A line for each file, sent as soon as it is picked, with how far it is and its own way out. */
function Files({ props, id, field, isEnabled, say }: WidgetProps<FilesProps>) {
  const { label, hint, accept, max, maxBytes } = props;
  const uploads = field?.uploads;
  const add = useAdding(uploads);
  const items = uploads?.items ?? uploadedItems(field?.value);
  const list = useRef<HTMLUListElement>(null);
  const room = max - items.length;
  useKeptFocus(list, items.length);
  const failed = 'Some files were not uploaded. Try again, or remove them.';
  const status = uploadStatus({ items, isCut: uploads?.isCut === true, max, failed, say });

  const toSource = (file: File): UploadSource => {
    const refused = findFileFault(file, { accept, maxBytes }, say);
    return {
      prepare: () => Promise.resolve(file),
      shown: { name: shownName(file.name), bytes: file.size },
      fileName: sentName(file.name),
      ...(refused !== undefined && { refused }),
    };
  };
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(currentTarget.files ?? [])];
    // The same file may be picked again after it was removed.
    currentTarget.value = '';
    add(picked.map(toSource));
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
      <ul ref={list} className="cz-files" aria-labelledby={`${id}-label`} tabIndex={-1}>
        {items.map((item, index) => (
          <FileLine
            key={item.key}
            item={item}
            number={index + 1}
            isEnabled={isEnabled}
            say={say}
            onRetry={() => uploads?.retry(item.key)}
            onRemove={() => uploads?.remove(item.key)}
          />
        ))}
        {room > 0 ? (
          <li className={field?.problem === undefined ? 'cz-file-add' : 'cz-file-add cz-file-add-wrong'}>
            <span aria-hidden="true">{say('Add file')}</span>
            <input
              {...describeControl({ id, hint, problem: field?.problem })}
              type="file"
              accept={accept?.join(',')}
              multiple={room > 1}
              disabled={!isEnabled || typeof label === 'symbol'}
              aria-label={say('Add file, {count} of {max} added', { count: items.length, max })}
              aria-required={field?.isRequired || undefined}
              onClick={uploads?.opening}
              onChange={pick}
            />
          </li>
        ) : null}
      </ul>
      <p className="cz-field-hint" role="status">
        {status ?? say('Up to {max} files, {size} each', { max, size: writeSize(maxBytes) })}
      </p>
    </FieldBox>
  );
}
