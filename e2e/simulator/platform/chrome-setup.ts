import { chromeOfTheRunning, locksOfTheRunning } from './fake-browser.ts';

// The extension's modules read `chrome` once, when they are first loaded.
Object.defineProperty(globalThis, 'chrome', { value: chromeOfTheRunning, configurable: true });
Object.defineProperty(navigator, 'locks', { value: locksOfTheRunning, configurable: true });
