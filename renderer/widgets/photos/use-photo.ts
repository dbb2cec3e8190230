import { type RefObject, useEffect, useRef } from 'react';
import type { UploadItem } from '../../plan/uploads.ts';

/** Puts a photo into its image: what is on the device, else from where it was uploaded to. */
export function usePhoto({ content, url }: UploadItem): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  // What stands on the device goes on being shown when it has arrived.
  const remote = content === undefined ? url : undefined;
  useEffect(() => {
    const element = image.current;
    if (element === null) return undefined;
    if (content === undefined) {
      if (remote !== undefined) element.src = remote;
      return undefined;
    }
    const address = URL.createObjectURL(content);
    element.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content, remote]);
  return image;
}
