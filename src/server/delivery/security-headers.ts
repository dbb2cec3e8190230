import type { AppPlan } from '#renderer/plan/plan.ts';
import { REPORTS_ADDRESS } from '#src/shared/release.ts';

/**
 * The policy of the borrower's page. Scripts and styles come only from files of our origin; the only Trusted Types
 * policy is the page's `capiz`.
 * Reports use `report-uri`: every web view since iOS 15.4 supports this older directive, and if both are present a
 * browser uses `report-to`, which waits a minute.
 */
export function contentSecurityPolicy({ frame, image }: AppPlan['hosts']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    imageSources(image),
    "connect-src 'self'",
    // The page has no frames of our own origin.
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
 * Sources of images: our own, inline images, and the listed hosts.
 * @param hosts - Absent in releases made before grammar 3: any host over https.
 */
export function imageSources(hosts: readonly string[] | undefined): string {
  return ["img-src 'self' data: blob:", ...(hosts === undefined ? ['https:'] : sourcesOf(hosts))].join(' ');
}

/**
 * Hosts as sources of the policy. A release that was made before hosts had a pattern could contain other text, which
 * is left out.
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

/** Headers of every response. They override the loan service's headers. */
export const COMMON_HEADERS: { readonly [name: string]: string } = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy([]),
};

/** After one visit over https, browsers use only https for a year, also for subdomains. */
export const HTTPS_ALONE: { readonly [name: string]: string } = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
};

/** Denies features to all documents, except the allowed ones. */
export function permissionsPolicy(allowed: readonly string[]): string {
  return DENIED_FEATURES.map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`).join(
    ', ',
  );
}

/** For responses that are not our pages: opened as a document, they run and load nothing. */
export const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
