import * as v from 'valibot';
import { type ErrorHandler, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { type Html, PAGE_STYLES, writePage } from '#src/shared/html.ts';
import type { Orders, Payment } from '../service/orders.ts';
import { FIELD, readForm } from '#src/shared/read-form.ts';
import { writeDocument } from './documents.ts';

export interface PaymentPageOptions {
  readonly orders: Orders;
  readonly wait: (ms: number) => Promise<void>;
  readonly onError: ErrorHandler;
}

const LARGEST_BODY_BYTES = 4 * 1024;
const PAYMENT_FORM = v.object({ do: FIELD });
/** Longer than any page's timeout. */
const NEVER_MS = 120_000;
/** Any page may show documents in a frame: they have no controls. */
const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors http: https:";

/**
 * The payment provider's page of the simulated loan service. It has its own port, so that it is another origin, as
 * in production. A person can pay, fail, or leave it.
 */
export function createPaymentPage({ orders, wait, onError }: PaymentPageOptions): Hono {
  const app = new Hono();
  app.onError(onError);

  app.use(async (context, next) => {
    await next();
    context.header('Referrer-Policy', 'no-referrer');
    context.header('X-Content-Type-Options', 'nosniff');
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store');
    if (!context.res.headers.has('Content-Security-Policy'))
      context.header('Content-Security-Policy', policy());
  });

  app.get('/pay.css', (context) =>
    context.body(PAGE_STYLES, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'max-age=3600',
    }),
  );

  app.get('/', (context) => context.html(writePage('Payment', '/pay.css', ABOUT)));

  app.get('/pay/:token', (context) => {
    const payment = orders.findPayment(context.req.param('token'));
    if (!payment) return context.html(writePage('Payment', '/pay.css', UNKNOWN), 404);
    context.header('Content-Security-Policy', policy(new URL(payment.returnTo).origin));
    return context.html(writePage('Payment', '/pay.css', writePayment(payment, orders.isPayable(payment))));
  });

  app.post('/pay/:token', bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const payment = orders.findPayment(context.req.param('token'));
    if (!payment) return context.html(writePage('Payment', '/pay.css', UNKNOWN), 404);
    const { do: wish } = await readForm(context.req, PAYMENT_FORM);
    if (wish === 'pay') {
      orders.pay(payment);
      // Redirects also after a second tap, or from an old tab: the order has the true state.
      return context.redirect(payment.returnTo, 303);
    }
    if (wish !== 'fail') return context.text('Pay or fail.', 400);
    orders.fail(payment);
    return context.redirect(`/pay/${payment.token}`, 303);
  });

  // Other external pages that orders lead to.
  app.get('/page/:name', (context) =>
    context.html(
      writePage(
        'Another page',
        '/pay.css',
        html`<h1>Another page</h1>
<p>The order led to the page <code>${context.req.param('name').slice(0, 60)}</code> of another site.</p>`,
      ),
    ),
  );

  // Documents of the lender, which screens show in a frame or open.
  app.get('/document/:name', async (context) => {
    const name = context.req.param('name');
    if (name === 'never') await wait(NEVER_MS);
    const document = writeDocument(name);
    context.header('Content-Security-Policy', DOCUMENT_POLICY);
    return document === undefined
      ? context.html(writePage('Document', '/pay.css', html`<h1>There is no such document</h1>`), 404)
      : context.html(document);
  });

  app.get('/healthz', (context) => context.text('ok'));
  return app;
}

/**
 * A redirect after a form counts as the form's target, so the return address must be allowed. The origin that requested
 * the payment may frame the page, because its gallery does.
 */
function policy(returnOrigin?: string): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...(returnOrigin === undefined ? [] : [returnOrigin])].join(' '),
    `frame-ancestors ${returnOrigin ?? "'none'"}`,
  ].join('; ');
}

const ABOUT = html`<h1>Payment page of the demonstration</h1>
<p>Repay an invented loan, and the screen opens the payment here. No money moves.</p>`;

const UNKNOWN = html`<h1>Payment not found</h1>
<p>This payment does not exist or is too old.</p>`;

function writePayment(payment: Payment, isPayable: boolean): Html {
  const amount = (payment.amountMinor / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 });
  const back = html`<a class="button quiet" href="${payment.returnTo}">Back to the app</a>`;
  const head = html`<h1>${payment.channel}</h1>
<p class="soft">A payment page for demonstrations: no money moves.</p>
<section class="card">
<p>${payment.kind === 'full' ? 'Repayment' : 'Rollover repayment'} of order <code>${payment.orderId}</code></p>
<p class="amount">₱${amount}</p>
</section>`;
  if (payment.state === 'paid') return html`${head}\n<p role="status">This payment was made.</p>\n${back}`;
  if (!isPayable) return html`${head}\n<p role="status">This payment is no longer open.</p>\n${back}`;
  const failed =
    payment.state === 'failed' && html`<p role="alert">The payment failed. Nothing was taken.</p>\n`;
  return html`${head}
${failed}<form method="post">
<button name="do" value="pay">Pay</button>
<button name="do" value="fail" class="quiet">Fail</button>
</form>
${back}`;
}
