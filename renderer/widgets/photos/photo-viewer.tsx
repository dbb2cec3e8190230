import { Modal } from '../../kit/modal.tsx';
import { useCover } from '../../kit/use-cover.ts';
import type { UploadItem } from '../../plan/uploads.ts';
import type { WidgetProps } from '../define-widget.ts';
import { usePhoto } from './use-photo.ts';

interface PhotoViewerProps extends Pick<WidgetProps<object>, 'cover' | 'say'> {
  readonly id: string;
  readonly item: UploadItem;
  /** From 1. */
  readonly number: number;
  /** For X, mask, Escape and Back. */
  onDismiss(): void;
}

/** One photo in full width, to check that it is the right one and readable. */
export function PhotoViewer({ id, item, number, say, cover, onDismiss }: PhotoViewerProps) {
  const image = usePhoto(item);
  useCover(cover, onDismiss);
  const title = say('Photo {number}').replace('{number}', String(number));
  return (
    <Modal
      look="sheet"
      id={id}
      title={title}
      onDismiss={onDismiss}
      maskCloses
      closeLabel={say('Close')}
      bar={null}
    >
      <img ref={image} className="cz-photo-large" alt={title} referrerPolicy="no-referrer" />
    </Modal>
  );
}
