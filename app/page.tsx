export default function HomePage() {
  return (
    <main>
      <h1>Evenhand</h1>
    </main>
  );
}
