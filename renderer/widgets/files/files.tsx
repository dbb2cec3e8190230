import { boxOf, FieldBox } from '../../kit/field.tsx';
import { useUploadList } from '../../kit/upload-list.ts';
import { NOT_UPLOADED } from '../../plan/upload-kinds.ts';
import type { UploadSource } from '../../plan/uploads.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { FilesProps } from '../props.generated.ts';
import { FileLine } from './file-line.tsx';
import './files.css';
import { findFileFault, sentName, shownName, writeSize } from './check-file.ts';

export const files = defineWidget<FilesProps>({ type: 'files', Widget: Files });

/** A line per file. Each file is uploaded as soon as it is picked, and shows its progress and its buttons. */
function Files(given: WidgetProps<FilesProps>) {
  const { props, field, isEnabled, say } = given;
  const { accept, max, maxBytes } = props;
  const toSource = (file: File): UploadSource => {
    const refused = findFileFault(file, { accept, maxBytes }, say);
    return {
      prepare: () => Promise.resolve(file),
      shown: { name: shownName(file.name), bytes: file.size },
      fileName: sentName(file.name),
      ...(refused !== undefined && { refused }),
    };
  };
  const { uploads, items, list, hasRoom, picker, status } = useUploadList(
    given,
    NOT_UPLOADED.files,
    toSource,
  );

  return (
    <FieldBox {...boxOf(given)}>
      <ul {...list} className="cz-uploads cz-files">
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
        {hasRoom ? (
          <li
            className={`cz-upload-add cz-file-add${field?.problem === undefined ? '' : ' cz-file-add-wrong'}`}
          >
            <span aria-hidden="true">{say('Add file')}</span>
            <input
              {...picker}
              accept={accept?.join(',')}
              aria-label={say('Add file, {count} of {max} added', { count: items.length, max })}
            />
          </li>
        ) : null}
      </ul>
      <p className="cz-field-hint" role="status">
        {status ??
          (max === 1
            ? say('Up to 1 file, at most {size}', { size: writeSize(maxBytes) })
            : say('Up to {max} files, {size} each', { max, size: writeSize(maxBytes) }))}
      </p>
    </FieldBox>
  );
}
