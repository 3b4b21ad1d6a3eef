import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import packageJson from './package.json' with { type: 'json' };
import { publishedOf } from './shared/published.ts';

const published = publishedOf(packageJson);

/** The oldest browsers that the manifest admits. Styles are kept as written for them: lowered ones take longer to paint. */
const MINIMUM = { chrome: '127', firefox: '140', firefoxForAndroid: '142' };

/**
 * No host permission: the edge answers the extension's origin by CORS. The policy leaves out
 * `upgrade-insecure-requests`, which Firefox has by default and which breaks `ws://127.0.0.1`.
 */
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  modulesDir: 'extension/modules',
  imports: false,
  manifestVersion: 3,
  modules: ['@wxt-dev/auto-icons'],
  autoIcons: { baseIconPath: 'assets/flame.svg', sizes: [16, 32, 48, 96, 128] },
  vite: () => ({
    plugins: [preact()],
    define: { __PUBLISHED__: JSON.stringify(published) },
    build: {
      target: 'es2023',
      cssTarget: [`chrome${MINIMUM.chrome}`, `firefox${MINIMUM.firefox}`],
      // What is loaded later is in the extension itself: preparing it takes longer than it saves.
      modulePreload: false,
    },
  }),
  // What nobody needs to build it again, and what only this machine has.
  zip: {
    excludeSources: [
      'docs/screenshots/**',
      'docs/store/pictures/**',
      'test-results/**',
      'playwright-report/**',
      '**/*.log',
      'edge/worker-configuration.d.ts',
    ],
  },
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    // Drafts are kept on disk, where nothing of a private window may be.
    incognito: 'not_allowed',
    permissions: ['storage', 'alarms', 'notifications', 'contextMenus', 'activeTab', 'scripting'],
    action: { default_title: '__MSG_name__' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+P' } },
      launch: { suggested_key: { default: 'Alt+L' }, description: '__MSG_launch_command_popup__' },
      'launch-panel': { description: '__MSG_launch_command_panel__' },
      import: { description: '__MSG_launch_command_import__' },
    },
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(published.source !== null && { homepage_url: published.source }),
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'pilot-light@pilot-light.example',
              strict_min_version: `${MINIMUM.firefox}.0`,
              // What leaves the browser for a server, the user's own included. One that is added later is asked of every user.
              data_collection_permissions: {
                required: ['authenticationInfo', 'websiteContent', 'browsingActivity'],
              },
            },
            gecko_android: { strict_min_version: `${MINIMUM.firefoxForAndroid}.0` },
          },
        }
      : { minimum_chrome_version: MINIMUM.chrome, externally_connectable: { ids: [] } }),
  }),
});
