import type { AppPlan } from '#renderer/plan/plan.ts';
import { REPORTS_ADDRESS } from '#src/shared/release.ts';

/**
 * The one policy of the borrower's page. Scripts and styles come from files of our own origin alone;
 * Trusted Types let through what the page's policy `capiz` makes.
 *
 * Reports go by `report-uri`: the older directive is the one that every web view since iOS 15.4 knows,
 * and where both stand a browser uses `report-to`, which batches for a minute.
 */
export function contentSecurityPolicy({ frame, image }: AppPlan['hosts']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    imageSources(image),
    "connect-src 'self'",
    // Nothing of our own stands in a frame of the page.
    `frame-src ${sourcesOf(frame).join(' ') || "'none'"}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types capiz',
    `report-uri ${REPORTS_ADDRESS}`,
  ].join('; ');
}

/**
 * Sources of pictures: our own, pictures inside the page, and the listed hosts.
 *
 * @param hosts - Absent in releases made before grammar 3: any host over https.
 */
export function imageSources(hosts: readonly string[] | undefined): string {
  return ["img-src 'self' data: blob:", ...(hosts === undefined ? ['https:'] : sourcesOf(hosts))].join(' ');
}

/**
 * Hosts as sources of the policy. A release that was made before hosts had a pattern could contain other text: it is
 * left out.
 */
function sourcesOf(hosts: readonly string[]): string[] {
  return hosts.filter((host) => HOST.test(host));
}

const HOST = /^(https:\/\/)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$/;

const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/** On every answer of this server; the loan service's own headers do not weaken them. */
export const COMMON_HEADERS: { readonly [name: string]: string } = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy([]),
};

/** For those who came over https once, nothing else from then on: a year, and what lies below the host as well. */
export const HTTPS_ALONE: { readonly [name: string]: string } = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
};

/** What no document may use, but for what it names. */
export function permissionsPolicy(allowed: readonly string[]): string {
  return DENIED_FEATURES.map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`).join(
    ', ',
  );
}

/** For answers that are no page of ours: were one opened as a document, nothing in it would run or load. */
export const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
