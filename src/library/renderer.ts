import '#renderer/kit/base.css';
import 'virtual:capiz/theme.css';

/* `@capiz/renderer`: screens in another application. Its styles are in `@capiz/renderer/style.css`. */

export {
  HttpFailure,
  openScreen,
  prepareScreen,
  Screen,
  type Clock,
  type DeviceFacts,
  type Fault,
  type Frame,
  type FrameProps,
  type Http,
  type HttpReply,
  type HttpRequest,
  type LiveScreen,
  type LockPort,
  type NativePort,
  type RouterPort,
  type ScreenOptions,
  type ScreenProps,
  type Services,
  type StoragePort,
} from '#renderer/index.ts';
export type { ActionContext, ActionResult } from '#renderer/runtime/action.ts';
export type { Pending, Value } from '#renderer/plan/expression.ts';
export type { AppPlan, Plan } from '#renderer/plan/plan.ts';
export type { Field, WidgetProps, Words } from '#renderer/widgets/define-widget.ts';
export { createHistory, type PageHistory } from '#src/borrower/history.ts';
export { createServices, type ServiceParts } from '#src/borrower/services.ts';
export {
  type AddedAction,
  type AddedWidget,
  defineAction,
  defineConfig,
  defineWidget,
  type ElementSchema,
  type Extensions,
} from '#src/extensions/define.ts';
export { register } from '#src/extensions/register.ts';
export { callService, type ServiceAddress } from './call-service.ts';
export { Screens, type ScreensProps } from './screens.tsx';
