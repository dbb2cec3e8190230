import type { LiveScreen, OpenOptions } from './live/live.ts';
import { openScreen as open } from './live/open-screen.ts';
import { knowsWidget } from './widgets/index.ts';

export type { Frame, FrameProps } from './frame/frame.tsx';
export type {
  DeviceFacts,
  LiveChild,
  LiveNode,
  LiveOverlay,
  LiveRepeat,
  LiveScreen,
  Notice,
  Observable,
  OpenOptions,
  ScreenSurface,
  Toast,
} from './live/live.ts';
export type {
  Clock,
  Fault,
  Http,
  HttpReply,
  HttpRequest,
  NativePort,
  RouterPort,
  Services,
  StoragePort,
} from './live/services.ts';
export { HttpFailure } from './live/services.ts';
export { Screen, type ScreenProps } from './screen.tsx';
export { fetchWidgets } from './widgets/index.ts';

/**
 * Makes a plan alive. Draw it with `<Screen live={…} />` and `close()` it when it is left.
 *
 * @param options `knows` defaults to the widgets that this bundle carries.
 */
export function openScreen(options: OpenOptions): LiveScreen {
  return open({ knows: knowsWidget, ...options });
}
