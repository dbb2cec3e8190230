import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { serveStyles } from '#src/shared/html.ts';
import {
  EVENTS_ADDRESS,
  LIVE_SCRIPT_ADDRESS,
  SIGN_IN_ADDRESS,
  STAFF_ADDRESS,
  STYLES_ADDRESS,
} from '#src/shared/staff-addresses.ts';
import { isOwnPage } from './browser.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { addColleaguesPage, type ColleaguesPageOptions } from './colleagues-page.ts';
import { createLiveChannel } from './live-channel.ts';
import liveScript from './live-page.js?raw';
import { addPasswordLinks, addSignIn, type SignInOptions } from './sign-in-pages.ts';
import { STAFF_STYLES } from './styles.ts';

export interface StaffPagesOptions extends ColleaguesPageOptions, SignInOptions {
  /** Aborted when the server shuts down. */
  readonly ending?: AbortSignal;
}

const FORM_BYTES = 8 * 1024;

/** Pages with forms for sign-in and colleagues. The only script notices the end of a session. */
export function createStaffPages(options: StaffPagesOptions): Hono {
  const app = new Hono();
  const sessions = createBrowserSessions(options);
  const channel = createLiveChannel(options);

  app.get(STYLES_ADDRESS, serveStyles(STAFF_STYLES));
  app.get(LIVE_SCRIPT_ADDRESS, (context) =>
    context.body(liveScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get(EVENTS_ADDRESS, (context) =>
    context.body(channel.open(sessions.readSecret(context), context.req.query('draft')), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // nginx would buffer the events.
      'X-Accel-Buffering': 'no',
    }),
  );
  app.post(`${STAFF_ADDRESS}/*`, bodyLimit({ maxSize: FORM_BYTES }), async (context, next) => {
    if (isOwnPage(context.req.raw, options.publicOrigin)) return next();
    return context.text('This form does not belong to your session.', 403);
  });
  addSignIn(app, sessions, options);
  addPasswordLinks(app, sessions, options);
  addColleaguesPage(app, sessions, options);
  app.post(`${STAFF_ADDRESS}/sign-out`, async (context) => {
    await sessions.end(context);
    return context.redirect(SIGN_IN_ADDRESS, 303);
  });
  return app;
}
