import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, imageSources } from './security-headers.ts';

const directive = (policy: string, name: string) =>
  policy.split('; ').find((one) => one.startsWith(`${name} `));

describe('the policy of a document', () => {
  it('allows images from the listed hosts only', () => {
    expect(imageSources([])).toBe("img-src 'self' data: blob:");
    expect(imageSources(['pictures.example.com', 'https://logos.example.com:8443'])).toBe(
      "img-src 'self' data: blob: pictures.example.com https://logos.example.com:8443",
    );
  });

  /** Image sources in a policy, without our own origin, the page itself and these hosts. */
  const tooWide = (policy: string, hosts: readonly string[]) =>
    (directive(policy, 'img-src') ?? 'img-src *')
      .split(' ')
      .slice(1)
      .filter((source) => !["'self'", 'data:', 'blob:', ...hosts].includes(source));

  it('the check detects a policy that allows an unlisted image host', () => {
    const hosts = ['pictures.example.com'];
    expect(tooWide(contentSecurityPolicy({ leave: [], frame: [], image: hosts }), hosts)).toEqual([]);
    expect(tooWide(contentSecurityPolicy({ leave: [], frame: [] }), hosts)).toEqual(['https:']);
    expect(tooWide("default-src 'none'", hosts)).toEqual(['*']);
  });

  it('allows images from any host over https for a release older than grammar 3', () => {
    const policy = contentSecurityPolicy({ leave: [], frame: [] });
    expect(directive(policy, 'img-src')).toBe("img-src 'self' data: blob: https:");
  });

  it('ignores hosts with more than a host name in them', () => {
    const policy = contentSecurityPolicy({
      leave: [],
      frame: ['*', 'https:', "pay.example; script-src 'unsafe-inline'", 'pay.example.com'],
      image: ['*', 'https:', 'data:', '*.example.com', "a.example 'unsafe-eval'", ''],
    });
    expect(directive(policy, 'frame-src')).toBe('frame-src pay.example.com');
    expect(directive(policy, 'img-src')).toBe("img-src 'self' data: blob:");
    expect(policy).not.toContain('unsafe');
  });
});
