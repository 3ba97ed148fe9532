"""The made-up demo portal: pages made by code, its server, its portal file, its expected corpus."""
