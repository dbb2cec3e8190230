import { useState } from 'react';
import { boxOf, FieldBox } from '../../kit/field.tsx';
import { useUploadList } from '../../kit/upload-list.ts';
import { NOT_UPLOADED } from '../../plan/upload-kinds.ts';
import type { UploadSource } from '../../plan/uploads.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { PhotosProps } from '../props.generated.ts';
import { PhotoTile } from './photo-tile.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import './photos.css';
import { shrinkPhoto } from './shrink-photo.ts';
import { Signature } from './signature.tsx';

export const photos = defineWidget<PhotosProps>({
  type: 'photos',
  Widget: (given) => (given.props.look === 'signature' ? <Signature {...given} /> : <Photos {...given} />),
});

const toSource = (file: File): UploadSource => ({ prepare: () => shrinkPhoto(file) });

function Photos(given: WidgetProps<PhotosProps>) {
  const { props, id, isEnabled, say, cover } = given;
  const { max } = props;
  const { uploads, items, list, hasRoom, picker, status } = useUploadList(
    given,
    NOT_UPLOADED.photos,
    toSource,
  );
  const [viewed, setViewed] = useState<string>();
  const shown = items.findIndex((item) => item.key === viewed);

  return (
    <FieldBox {...boxOf(given)}>
      <ul {...list} className="cz-uploads cz-photos">
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
        {hasRoom ? (
          <li className="cz-upload-add cz-photo-add">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 5v14M5 12h14" />
            </svg>
            <span aria-hidden="true">{say('Add photo')}</span>
            <input
              {...picker}
              // Explicit types make WebKit convert HEIC photos to JPEG; few browsers can show HEIC.
              accept="image/jpeg,image/png"
              aria-label={say('Add photo, {count} of {max} added', { count: items.length, max })}
            />
          </li>
        ) : null}
      </ul>
      <p className="cz-field-hint" role="status">
        {status ?? (max === 1 ? say('Up to 1 photo') : say('Up to {max} photos', { max }))}
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
