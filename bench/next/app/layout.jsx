export default function Layout({ children }) {
  return (
    <html lang="en" className="dark" data-graphics="low">
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
