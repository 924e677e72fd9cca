/** Whether the device has a network. */
export interface Connectivity {
  isOnline(): boolean;
  /**
   * Reports changes.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (isOnline: boolean) => void): () => void;
}

/** The connectivity that the browser reports: `navigator.onLine` and the window events `online` and `offline`. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    const online = (): void => listener(true);
    const offline = (): void => listener(false);
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  },
};
